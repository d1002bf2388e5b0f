import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CreateError } from './CreateError.ts';

const mysqlDriver = '^3.24.0';

/** The address of a database that can be served. Messages do not repeat it: it may have a password. */
function readAddress(text: string | undefined): string {
  const address = text?.trim() ?? '';
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(address)?.[1];
  // Relative to where it was written, not to the project.
  if (file !== undefined) return `sqlite:${resolve(file)}`;
  if (/^(postgres|postgresql|mysql|mariadb):\/\/[^/]+\/./.test(address)) return address;
  throw new CreateError(
    `${address === '' ? 'The template "database" needs the URL of a database' : '--database is not a database URL'}: ` +
      'postgres://user:password@host:5432/name, mysql://…, mariadb://… or sqlite:path/of/file.db.',
  );
}

/** Writes the address where Git ignores it, and adds the driver that it needs. */
async function addDatabase(folder: string, address: string): Promise<void> {
  const quote = ["'", '"', '`'].find((sign) => !address.includes(sign)) ?? '';
  await writeFile(join(folder, '.env'), `TABLES_URL=${quote}${address}${quote}\n`, { mode: 0o600 });
  if (!/^(mysql|mariadb):/.test(address)) return;
  const file = join(folder, 'package.json');
  const { dependencies, ...json } = JSON.parse(await readFile(file, 'utf8'));
  const changed = { ...json, dependencies: { ...dependencies, mysql2: mysqlDriver } };
  await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`);
}

/** Template → what it makes, and the folders of template/ that it is made of. */
export const templates = {
  service: { about: 'a back office of your own: sign-in, roles, exports, notifications', parts: ['service'] },
  database: { about: 'the tables of a database that you have, read-only', parts: ['database'] },
  library: { about: 'the table library in a Fastify app, with a Vue page', parts: ['api', 'library'] },
  api: { about: 'the same without the page', parts: ['api'] },
} as const;
export type Template = keyof typeof templates;

export interface ProjectOptions {
  /** Name in its package.json. */
  readonly name: string;
  readonly template: Template;
  /** Address of the database that the template `database` serves. */
  readonly database?: string;
}

const own = join(import.meta.dirname, '..');

export function isTemplate(text: string): text is Template {
  return Object.hasOwn(templates, text);
}

/**
 * Makes a project in the folder, which must not exist or be empty. It is made beside it first, so that the folder has all
 * of it or nothing. Throws a `CreateError` for a name that npm refuses, and for a folder that is in use.
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
      // npm leaves files such as .gitignore out of packages.
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

/** All packages of Rowhouse are released together, under one version. */
async function ownVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));

  return version;
}

/** Why npm would not take the name of a package, and what would help; null when it would. */
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
