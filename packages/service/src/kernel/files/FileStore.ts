import type { Readable } from 'node:stream';

/** Stores files under keys such as `exports/12/3-abc.xlsx`. A file is visible only when it is complete. */
export interface FileStore {
  /**
   * Moves a local file into the store and resolves with its size in bytes. If it fails, the local file remains, and the
   * store may contain a partial file under the key: do not refer to the key before this resolves.
   */
  put(key: string, localPath: string): Promise<number>;
  /** Stores a small file. Resolves when it would survive a crash; fails as `put` does. */
  write(key: string, bytes: Buffer, mediaType: string): Promise<void>;
  /** Reads a small file; null if it does not exist. */
  read(key: string): Promise<Buffer | null>;
  /** Null if the file does not exist. */
  open(key: string): Promise<StoredFile | null>;
  /** Does nothing if the file does not exist. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** Keys of all files in a folder such as `exports`, including subfolders. */
  list(folder: string): Promise<string[]>;
}

interface StoredFile {
  readonly size: number;
  readonly stream: Readable;
}
