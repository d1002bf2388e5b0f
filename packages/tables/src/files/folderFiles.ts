import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { FieldFileStore } from './FieldFileStore.ts';

/** Files of fields in a local folder that only the user of the process may read. All processes need the same one. */
export function folderFiles(folder: string): FieldFileStore {
  const root = resolve(folder);
  const pathOf = (key: string) => {
    const path = join(root, key);
    if (path.startsWith(root + sep)) return path;

    throw new Error(`The key ${JSON.stringify(key)} is outside of the folder of files.`);
  };

  return {
    async put(key, localPath) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Under another name until it is complete.
      const partial = `${path}.partial`;
      try {
        await copyFile(localPath, partial);
        const file = await open(partial, 'r+');
        try {
          await file.chmod(0o600);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async open(key) {
      const path = pathOf(key);
      try {
        const { size } = await stat(path);
        const stream = createReadStream(path);
        // Once open, the file can be read to its end even if it is deleted.
        await once(stream, 'open');

        return { size, stream };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}
