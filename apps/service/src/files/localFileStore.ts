import { once } from 'node:events';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FileStore } from './FileStore.ts';

/** Files in a local folder, which only the service's user may enter. */
export function localFileStore(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));

  return {
    put: async (key, localPath) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { size } = await stat(localPath);
      await disk.copyFromFs(localPath, key);
      await flush(join(folder, key));
      const { contentLength } = await disk.getMetaData(key);
      if (contentLength !== size) {
        throw new Error(`Of the file ${key}, ${contentLength} of ${size} bytes were stored.`);
      }
      await rm(localPath, { force: true });

      return size;
    },
    open: async (key) => {
      try {
        const { contentLength } = await disk.getMetaData(key);
        const stream = await disk.getStream(key);
        // From here on the file can be read to its end, whoever deletes it.
        await once(stream, 'open');

        return { size: contentLength, stream };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    delete: (key) => disk.delete(key),
    exists: (key) => disk.exists(key),
    list: async (prefix) => {
      const { objects } = await disk.listAll(prefix, { recursive: true });

      return [...objects].flatMap((found) => (found.isFile ? [found.key] : []));
    },
  };
}

/** Onto the disk, since the file is told to be there from now on. */
async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isAbsent(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as NodeJS.ErrnoException).code === 'ENOENT') return true;
  }

  return false;
}
