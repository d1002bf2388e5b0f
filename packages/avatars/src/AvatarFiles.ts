/** Where the images are kept, under keys such as `avatars/4/17-3f2a.webp`. */
export interface AvatarFiles {
  /** Resolves when the whole file will be there after a crash, too. Under a key that was never used before. */
  write(key: string, bytes: Buffer, mediaType: string): Promise<void>;
  /** Null when there is no such file. */
  read(key: string): Promise<Buffer | null>;
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>;
}
