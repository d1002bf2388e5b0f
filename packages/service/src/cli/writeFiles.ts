import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../kernel/errors.ts';

interface WriteOptions {
  readonly folder: string;
  readonly overwrites: boolean;
  /** What to do where a file is there already; ends the sentence. */
  readonly remedy: string;
}

/** Writes all files, by name, or none; returns their paths. Refuses to overwrite unless it may. */
export async function writeFiles(
  texts: Readonly<Record<string, string>>,
  { folder, overwrites, remedy }: WriteOptions,
): Promise<readonly string[]> {
  const files = Object.entries(texts).map(([name, text]) => ({ path: join(folder, name), text }));

  for (const { path } of files) {
    if (!overwrites && (await isThere(path))) throw new StartError(`${path} already exists. ${remedy}`);
  }
  await mkdir(folder, { recursive: true });
  // Under another name first: a full disk leaves what was there.
  for (const { path, text } of files) await writeFile(`${path}.new`, text);
  for (const { path } of files) await rename(`${path}.new`, path);

  return files.map(({ path }) => path);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
