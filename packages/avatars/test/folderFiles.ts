import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { AvatarFiles } from '../src/index.ts';

/** Avatar files in a real folder, for tests of several processes: they survive a process, not a loss of power. */
export function folderFiles(folder: string): AvatarFiles & { list(): Promise<string[]> } {
  return {
    write: async (key, bytes) => {
      await mkdir(dirname(join(folder, key)), { recursive: true });
      await writeFile(join(folder, key), bytes, { flag: 'wx' });
    },
    read: (key) =>
      readFile(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    delete: (key) => rm(join(folder, key), { force: true }),
    list: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });

      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
    },
  };
}
