import type { Readable } from 'node:stream';

/** Stores the files of fields under keys such as `fields/customers/6f1c2b1e-…`. A file is visible only when it is complete. */
export interface FieldFileStore {
  /** Copies or moves a local file into the store. Resolves when it would survive a crash. */
  put(key: string, localPath: string, mediaType: string): Promise<void>;
  /** Null if the file does not exist. */
  open(key: string): Promise<{ readonly size: number; readonly stream: Readable } | null>;
  /** Does nothing if the file does not exist. */
  delete(key: string): Promise<void>;
}

export interface FileOptions {
  /** Where files are: `folderFiles(path)`, or a store of your own. */
  readonly store: FieldFileStore;
  /** Identifies a user for a day, such as his id: only he can save what he has sent. Null for a user who may not send files. */
  readonly userId: (user: unknown) => string | number | null;
  /** Folder for files while they are received. Defaults to that of the system for temporary files. */
  readonly folder?: string;
}
