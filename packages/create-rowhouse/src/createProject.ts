import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
  await changeManifest(folder, ({ dependencies, ...json }) => ({
    ...json,
    dependencies: { ...dependencies, mysql2: mysqlDriver },
  }));
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

async function changeManifest(folder: string, change: (manifest: Manifest) => object): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  await writeFile(file, `${JSON.stringify(change(manifest), null, 2)}\n`);
}

/** Nothing requires them; with an override, npm would look for them where they are not. */
const optional = new Set(['rowhouse', '@rowhouse/table-vue']);

/**
 * Copies packed packages into the project, which installs them from there: those that it depends on itself, and by
 * `overrides` those that these depend on.
 */
async function usePackages(folder: string, source: string): Promise<void> {
  const files = await tarballs(source);
  await mkdir(join(folder, 'packages'));
  for (const file of files.values()) await copyFile(join(source, file), join(folder, 'packages', file));
  const paths = new Map([...files].map(([name, file]) => [name, `file:packages/${file}`]));
  const replaced = (versions: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, paths.get(name) ?? version]));
  await changeManifest(folder, ({ dependencies, devDependencies, ...json }) => {
    const direct = { ...dependencies, ...devDependencies };
    const indirect = [...paths].filter(([name]) => !(name in direct) && !optional.has(name));

    return {
      ...json,
      dependencies: replaced(dependencies),
      devDependencies: replaced(devDependencies),
      overrides: Object.fromEntries(indirect),
    };
  });
  await changeFile(join(folder, 'Dockerfile'), (text) =>
    text.replace('COPY package*.json ./\n', 'COPY package*.json ./\nCOPY packages packages\n'),
  );
}

/** Name of the package → its file, without the starter itself. npm names the file of `@rowhouse/tables` rowhouse-tables-0.1.0.tgz. */
async function tarballs(source: string): Promise<Map<string, string>> {
  const version = await ownVersion();
  const entries = await readdir(source).catch(() => []);
  const files = entries.filter(
    (file) => /^rowhouse(-.*)?\.tgz$/.test(file) && file.endsWith(`-${version}.tgz`),
  );
  if (files.length === 0) {
    throw new CreateError(`${source} has no packages of version ${version}. Run npm run pack first.`);
  }

  return new Map(
    files.map((file) => {
      const own = file.slice(0, -`-${version}.tgz`.length);
      return [own === 'rowhouse' ? own : own.replace('rowhouse-', '@rowhouse/'), file];
    }),
  );
}

/** Does nothing if the file does not exist. */
async function changeFile(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) await writeFile(file, change(text));
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
  /** Folder of packed packages that the project installs instead of published ones. Defaults to none. */
  readonly packages?: string;
}

const own = join(import.meta.dirname, '..');

export function isTemplate(text: string): text is Template {
  return Object.hasOwn(templates, text);
}

/**
 * Creates a project in a folder that does not exist or is empty. It is written to a temporary folder first, so that the
 * project is complete or absent. Throws a `CreateError` for an invalid package name, an invalid database URL, a folder
 * that is in use and a folder without packages.
 */
export async function createProject(
  folder: string,
  { name, template, database, packages }: ProjectOptions,
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
    if (packages !== undefined) await usePackages(unfinished, packages);
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
