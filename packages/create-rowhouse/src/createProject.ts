import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Why no project was created; the message is for the user. */
export class CreateError extends Error {}

const mysqlDriver = '^3.24.0';

/** Validates the URL of a database. Messages do not repeat it, since it may contain a password. */
function readAddress(text: string | undefined): string {
  const address = text?.trim() ?? '';
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(address)?.[1];
  // Relative to the current folder, not to the project.
  if (file !== undefined) return `sqlite:${resolve(file)}`;
  if (/^(postgres|postgresql|mysql|mariadb):\/\/[^/]+\/./.test(address)) return address;
  throw new CreateError(
    `${address === '' ? 'The template "database" needs the URL of a database' : '--database is not a database URL'}: ` +
      'postgres://user:password@host:5432/name, mysql://…, mariadb://… or sqlite:path/of/file.db.',
  );
}

/** Writes the URL to .env, which Git ignores, and adds its driver. */
async function addDatabase(folder: string, address: string): Promise<void> {
  const quote = ["'", '"', '`'].find((sign) => !address.includes(sign)) ?? '';
  await writeFile(join(folder, '.env'), `TABLES_URL=${quote}${address}${quote}\n`, { mode: 0o600 });
  if (!/^(mysql|mariadb):/.test(address)) return;
  const file = join(folder, 'package.json');
  const { dependencies, ...json } = JSON.parse(await readFile(file, 'utf8'));
  const changed = { ...json, dependencies: { ...dependencies, mysql2: mysqlDriver } };
  await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`);
}

/** Template → description, and the folders in template/ that it consists of. */
export const templates = {
  service: { about: 'a back office of your own: sign-in, roles, exports, notifications', parts: ['service'] },
  database: { about: 'the tables of a database that you have, read-only', parts: ['database'] },
  library: { about: 'the table library in a Fastify app, with a Vue page', parts: ['api', 'library'] },
  api: { about: 'the same without the page', parts: ['api'] },
} as const;
export type Template = keyof typeof templates;

export interface ProjectOptions {
  /** Name in package.json. */
  readonly name: string;
  readonly template: Template;
  /** URL of the database; required by the template `database`. */
  readonly database?: string;
}

const own = join(import.meta.dirname, '..');

export function isTemplate(text: string): text is Template {
  return Object.hasOwn(templates, text);
}

/**
 * Creates a project in a folder that does not exist or is empty. It is written to a temporary folder first, so that the
 * project is complete or absent. Throws a `CreateError` for an invalid package name, an invalid database URL and a folder
 * that is in use.
 */
export async function createProject(
  folder: string,
  { name, template, database }: ProjectOptions,
): Promise<void> {
  const fault = nameFault(name);
  if (fault !== null) throw new CreateError(`"${name}" cannot be the name of a package: ${fault}`);
  const address = template === 'database' ? readAddress(database) : null;
  await assertFree(folder);
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = `${folder}.unfinished-${process.pid}`;

  try {
    for (const part of templates[template].parts) {
      await cp(join(own, 'template', part), unfinished, { recursive: true });
    }
    const values = { name, version: await ownVersion() };
    for (const file of await readdir(unfinished)) {
      if (/^(package\.json|README\.md|compose\.yaml)$/.test(file))
        await fillIn(join(unfinished, file), values);
      // npm excludes files such as .gitignore from packages.
      if (file.startsWith('_')) await rename(join(unfinished, file), join(unfinished, `.${file.slice(1)}`));
    }
    if (address !== null) await addDatabase(unfinished, address);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function assertFree(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw new CreateError(`${folder} is a file. Choose another name.`);
    throw error;
  });
  if (entries.length > 0) {
    throw new CreateError(`${folder} is not empty: it has ${entries[0]}. Choose another name, or empty it.`);
  }
}

async function fillIn(file: string, values: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole),
  );
}

/** All packages of Rowhouse are released together with one version. */
async function ownVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));

  return version;
}

/** Why npm refuses a package name, and what to do; null if it is valid. */
export function nameFault(name: string): string | null {
  if (name === '') return 'it is empty.';
  if (name.length > 214) return 'it has more than 214 characters. Choose a shorter one.';
  if (['node_modules', 'favicon.ico', 'package.json'].includes(name)) return 'npm reserves it.';
  if (!/^[a-z0-9-]/.test(name)) return 'it has to begin with a letter from a to z, a digit or a hyphen.';
  if (!/^[a-z0-9._~-]+$/.test(name)) {
    return 'it may have small letters from a to z, digits, hyphens, dots and underscores.';
  }

  return null;
}
