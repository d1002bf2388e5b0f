import type { FieldFileStore } from '@rowhouse/tables';
import type { FileStore } from './FileStore.ts';

/** The files of fields of records, in the store of the service under `fields/`. */
export function fieldFileStore(files: FileStore): FieldFileStore {
  return {
    put: async (key, localPath) => void (await files.put(key, localPath)),
    open: (key) => files.open(key),
    delete: (key) => files.delete(key),
  };
}

const unavailable = () => Promise.reject(new Error('Files are neither written nor read here.'));

/** For commands that only read tables, and open no store. */
export const noFieldFiles: FieldFileStore = { put: unavailable, open: unavailable, delete: unavailable };
