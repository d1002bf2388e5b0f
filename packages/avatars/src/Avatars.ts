import type { Kysely, SelectQueryBuilder } from 'kysely';

/** Key of the application's users table. */
export type UserId = number | string;

/** Where an image came from: an upload, the external service, or initials drawn here. */
export const avatarSources = ['upload', 'external', 'initials'] as const;
export type AvatarSource = (typeof avatarSources)[number];

/** A user's avatar; each user has at most one. */
export interface Avatar {
  readonly id: number;
  readonly user_id: UserId;
  readonly file_id: number;
  /** URL of the image; changes with every image. */
  readonly url: string;
  readonly source: AvatarSource;
}

/** Record of an avatar's file. */
export interface AvatarFile {
  readonly id: number;
  /** Key in the file store. */
  readonly key: string;
  /** `image/webp`, or `image/svg+xml` for initials. */
  readonly media_type: string;
  /** Bytes. */
  readonly size: number;
}

/** Store of the image files, under keys such as `avatars/4/17-3f2a.webp`. */
export interface AvatarFiles {
  /** Resolves when the whole file would survive a crash. The key was never used before. */
  write(key: string, bytes: Buffer, mediaType: string): Promise<void>;
  /** Null if the file does not exist. */
  read(key: string): Promise<Buffer | null>;
  /** Does nothing if the file does not exist. */
  delete(key: string): Promise<void>;
}

export interface AvatarUser {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
}

export interface AvatarsOptions<DB> {
  readonly db: Kysely<DB>;
  /**
   * The users that have avatars, with their `id`, `name` and `email`:
   * `(db) => db.selectFrom('users').select(['id', 'name', 'email'])`.
   */
  readonly users: (db: Kysely<DB>) => SelectQueryBuilder<DB, never, AvatarUser>;
  readonly files: AvatarFiles;
  /** URL of the image. Defaults to `/api/core/avatars/{id}?v={version}`. */
  readonly url?: (avatar: { readonly id: number; readonly version: number }) => string;
  /** Width and height of stored images in pixels. Defaults to 256. */
  readonly size?: number;
  /** Other sizes that can be requested, in pixels. Defaults to 32, 64 and 128. */
  readonly sizes?: readonly number[];
  readonly limits?: Partial<UploadLimits>;
  /** Looks images up by e-mail address. Defaults to none. */
  readonly external?: ExternalService;
  /** Receives errors that no caller waits for. Defaults to `console.error`. */
  readonly onBackgroundError?: (error: unknown) => void;
}

export interface UploadLimits {
  /** Maximum size of an upload in bytes. Defaults to 5 MiB. */
  readonly bytes: number;
  /** Maximum pixels, width × height summed over all frames. Defaults to 40 million. */
  readonly pixels: number;
}

export interface ExternalService {
  /** Requests go to `{baseUrl}/{SHA-256 of the trimmed e-mail address in lower case}?s={size}&d=404`. */
  readonly baseUrl: string;
  /** Milliseconds for the whole response. Defaults to 3,000. */
  readonly timeout?: number;
}

/** An image as it is sent to clients. */
export interface AvatarImage {
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** Identifies image, size and format, as an ETag without quotes. */
  readonly version: string;
}

export interface ImageOptions {
  /** One of `sizes`. Defaults to the stored size. */
  readonly size?: number;
  /** `png` for clients without WebP. Defaults to the stored format. */
  readonly format?: 'png';
}

export interface GenerateOptions {
  /**
   * Sources whose avatars are kept, also if one appears during the call. Defaults to none. `avatarSources` generates
   * only missing avatars.
   */
  readonly keep?: readonly AvatarSource[];
  readonly signal?: AbortSignal;
}

export interface BackfillOptions {
  /** Stops after the users in progress; their avatars stay. */
  readonly signal?: AbortSignal;
  /** Users processed, and so external requests made, at the same time. Defaults to 4. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: BackfillProgress) => void;
}

export interface BackfillProgress {
  /** Users without an avatar at the start. */
  readonly total: number;
  readonly generated: number;
  readonly failed: number;
}

export interface BackfillSummary extends BackfillProgress {
  readonly state: 'finished' | 'interrupted';
  /** The first 20. */
  readonly failures: readonly { readonly userId: UserId; readonly message: string }[];
}

/** The avatars of an application's users. Methods throw `AvatarError`. */
export interface Avatars {
  find(id: number): Promise<Avatar | null>;
  ofUser(userId: UserId): Promise<Avatar | null>;
  user(avatar: Avatar): Promise<AvatarUser | null>;
  file(avatar: Avatar): Promise<AvatarFile | null>;
  /**
   * Makes an uploaded image the user's avatar: decoded and re-encoded at the configured size. The previous file is
   * deleted after the new one is stored and recorded.
   */
  store(userId: UserId, upload: Buffer): Promise<Avatar>;
  /** Makes the default avatar: the external service's image if it has one, otherwise initials. */
  generate(userId: UserId, options?: GenerateOptions): Promise<Avatar>;
  image(avatar: Avatar, options?: ImageOptions): Promise<AvatarImage>;
  /** The `version` that `image` would return, without reading anything. */
  version(avatar: Avatar, options?: ImageOptions): string;
  /** Generates avatars for all users without one, in constant memory. */
  generateMissing(options?: BackfillOptions): Promise<BackfillSummary>;
  /** Deletes files without an avatar, left by killed processes and deleted users. Returns their number. */
  removeOrphans(): Promise<number>;
  /** File extensions accepted for uploads: `png`, `jpg`, `jpeg`, `gif`, `webp`, `svg`. */
  extensions(): readonly string[];
  mimeTypes(): readonly string[];
  limits(): UploadLimits;
  /** Pixels. */
  imageWidth(): number;
  imageHeight(): number;
}
