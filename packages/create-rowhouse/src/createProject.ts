import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CreateError } from './CreateError.ts';
import { addDatabase, readAddress } from './database.ts';
import { nameFault } from './nameFault.ts';

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
