import { once } from 'node:events';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { StartError } from '../../base/errors.ts';
import type { Config } from '../config/Config.ts';
import type { FileStore } from './FileStore.ts';

/** Opens the configured store. @throws StartError if the bucket cannot be used, or its client is not installed. */
export async function openFileStore({
  dataDir,
  files,
}: Pick<Config, 'dataDir' | 'files'>): Promise<FileStore> {
  if (files.driver === 'local') return localFileStore(join(dataDir, 'files'));
  const { s3FileStore } = await import('./s3FileStore.ts').catch((error: unknown) => {
    throw missingClient(error, files.bucket) ?? error;
  });
  const store = s3FileStore(files);
  await store.check();

  return store;
}

/** The client of buckets is an optional peer dependency, since it consists of many packages. Null for other errors. */
export function missingClient(error: unknown, bucket: string): StartError | null {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('@aws-sdk/')) return null;

  return new StartError(
    `Files are stored in the bucket "${bucket}", but the client of buckets is not installed. Run "npm install ` +
      '@aws-sdk/client-s3 @aws-sdk/s3-request-presigner" in the folder of your application, then start again.',
    { cause: error },
  );
}

/** Files in a local folder that only the service's user may access. */
function localFileStore(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  const createFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  /** Flushes the file to the disk, since callers refer to it from now on. */
  const settle = async (key: string, size: number) => {
    const path = join(folder, key);
    await flush(path);
    // A new folder survives a crash only if its parent is flushed, too.
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
        // Once open, the file can be read to its end even if it is deleted.
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

/** The result of `read`; null if the file does not exist. */
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
