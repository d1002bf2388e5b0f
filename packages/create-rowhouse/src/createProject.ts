import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CreateError } from './CreateError.ts';
import { nameFault } from './nameFault.ts';

/** `full` is `api` with a page. */
export const templates = ['full', 'api'] as const;
export type Template = (typeof templates)[number];

export interface ProjectOptions {
  /** Name in its package.json. */
  readonly name: string;
  readonly template: Template;
}

const own = join(import.meta.dirname, '..');

export function isTemplate(text: string): text is Template {
  return templates.some((template) => template === text);
}

/**
 * Makes a project in the folder, which must not exist or be empty. It is made beside it first, so that the folder has all
 * of it or nothing. Throws a `CreateError` for a name that npm refuses, and for a folder that is in use.
 */
export async function createProject(folder: string, { name, template }: ProjectOptions): Promise<void> {
  const fault = nameFault(name);
  if (fault !== null) throw new CreateError(`"${name}" cannot be the name of a package: ${fault}`);
  await assertFree(folder);
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = `${folder}.unfinished-${process.pid}`;

  try {
    for (const part of template === 'full' ? ['api', 'full'] : ['api']) {
      await cp(join(own, 'template', part), unfinished, { recursive: true });
    }
    // npm leaves files of that name out of packages.
    await rename(join(unfinished, '_gitignore'), join(unfinished, '.gitignore'));
    await fillIn(join(unfinished, 'package.json'), { name, version: await ownVersion() });
    await fillIn(join(unfinished, 'README.md'), { name });
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
