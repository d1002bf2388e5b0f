import type { Readable } from 'node:stream';

/** Keeps whole files under keys, such as `exports/12/3-abc.xlsx`. Nobody sees a file before all of it is there and named. */
export interface FileStore {
  /**
   * Moves a local file into the store, and answers its size in bytes. When it fails, the local file is still there, and
   * the store may hold a part under the key: name no file before this has resolved.
   */
  put(key: string, localPath: string): Promise<number>;
  /** Stores a small file. Resolves when it will be there after a crash, too; fails as `put` does. */
  write(key: string, bytes: Buffer, mediaType: string): Promise<void>;
  /** A small file as a whole; null when there is no such file. */
  read(key: string): Promise<Buffer | null>;
  /** Null when there is no such file. */
  open(key: string): Promise<StoredFile | null>;
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** Keys of the files in a folder, such as `exports`, and in the folders within it. */
  list(folder: string): Promise<string[]>;
}

export interface StoredFile {
  readonly size: number;
  readonly stream: Readable;
}
