import { join } from 'node:path';
import type { Config } from '../config/Config.ts';
import type { FileStore } from './FileStore.ts';
import { localFileStore } from './localFileStore.ts';

/** The store that is configured. Throws a StartError when it is a bucket that cannot be used. */
export async function openFileStore({
  dataDir,
  files,
}: Pick<Config, 'dataDir' | 'files'>): Promise<FileStore> {
  if (files.driver === 'local') return localFileStore(join(dataDir, 'files'));
  // Loaded by those who need it only: it is large.
  const { s3FileStore } = await import('./s3FileStore.ts');
  const store = s3FileStore(files);
  await store.check();

  return store;
}
