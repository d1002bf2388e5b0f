import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with a minimal built page. */
export async function temporaryPages(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-pages-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Pages</title>');

  return { folder, remove: () => rm(folder, { recursive: true }) };
}
