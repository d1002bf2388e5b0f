import { once } from 'node:events';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FileStore } from './FileStore.ts';

/** Files in a local folder, which only the service's user may enter. */
export function localFileStore(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  const createFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  /** Onto the disk, since the file is told to be there from now on. */
  const settle = async (key: string, size: number) => {
    const path = join(folder, key);
    await flush(path);
    // A new folder is there after a crash only when the one around it says so.
    for (let inner = dirname(path); inner.length >= folder.length; inner = dirname(inner)) await flush(inner);
    const { contentLength } = await disk.getMetaData(key);
    if (contentLength !== size) {
      throw new Error(`Stored ${contentLength} instead of ${size} bytes of the file ${key}.`);
    }
  };

  return {
    put: async (key, localPath) => {
      await createFolder();
      const { size } = await stat(localPath);
      await disk.copyFromFs(localPath, key);
      await settle(key, size);
      await rm(localPath, { force: true });

      return size;
    },
    write: async (key, bytes) => {
      await createFolder();
      await disk.put(key, bytes);
      await settle(key, bytes.length);
    },
    read: (key) => unlessAbsent(async () => buffer(await disk.getStream(key))),
    open: (key) =>
      unlessAbsent(async () => {
        const { contentLength } = await disk.getMetaData(key);
        const stream = await disk.getStream(key);
        // From here on the file can be read to its end, whoever deletes it.
        await once(stream, 'open');

        return { size: contentLength, stream };
      }),
    delete: (key) => disk.delete(key),
    exists: (key) => disk.exists(key),
    list: async (prefix) => {
      const { objects } = await disk.listAll(prefix, { recursive: true });

      return [...objects].flatMap((found) => (found.isFile ? [found.key] : []));
    },
  };
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What `read` answers; null when it fails because there is no such file. */
async function unlessAbsent<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as NodeJS.ErrnoException).code === 'ENOENT') return true;
  }

  return false;
}
