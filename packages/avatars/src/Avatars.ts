import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Avatar, AvatarFile, AvatarSource, UserId } from './Avatar.ts';
import type { AvatarFiles } from './AvatarFiles.ts';

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
  /** Address of the image. `/api/core/avatars/{id}?v={version}` by default. */
  readonly url?: (avatar: { readonly id: number; readonly version: number }) => string;
  /** Width and height of stored images in pixels; 256 by default. */
  readonly size?: number;
  /** Other sizes that may be asked for, in pixels; 32, 64 and 128 by default. */
  readonly sizes?: readonly number[];
  readonly limits?: Partial<UploadLimits>;
  /** Looks images up by e-mail address. Absent by default: nothing is asked outside. */
  readonly external?: ExternalService;
  /** Told what went wrong where nobody waits for it. Printed by default. */
  readonly onBackgroundError?: (error: unknown) => void;
}

export interface UploadLimits {
  /** Largest upload in bytes; 5 MiB by default. */
  readonly bytes: number;
  /** Most pixels, width times height, of all frames; 40 million by default. */
  readonly pixels: number;
}

export interface ExternalService {
  /** Asked for `{baseUrl}/{SHA-256 of the trimmed e-mail address in lower case}?s={size}&d=404`. */
  readonly baseUrl: string;
  /** Milliseconds for the whole answer; 3000 by default. */
  readonly timeout?: number;
}

/** An image as it is sent. */
export interface AvatarImage {
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** Differs for every image, size and format; without quotes. */
  readonly version: string;
}

export interface ImageOptions {
  /** One of `sizes`; the stored size by default. */
  readonly size?: number;
  /** `png` for programs that read nothing newer; by default as it is stored. */
  readonly format?: 'png';
}

export interface GenerateOptions {
  /**
   * Leaves avatars of these sources alone, also one that comes while this is made; none by default. `avatarSources`
   * generates only what is missing.
   */
  readonly keep?: readonly AvatarSource[];
  readonly signal?: AbortSignal;
}

export interface BackfillOptions {
  /** Ends after the users that are being worked on; what is done stays. */
  readonly signal?: AbortSignal;
  /** Users worked on at the same time, and so the most requests to the external service; 4 by default. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: BackfillProgress) => void;
}

export interface BackfillProgress {
  /** Users without an avatar when it began. */
  readonly total: number;
  readonly generated: number;
  readonly failed: number;
}

export interface BackfillSummary extends BackfillProgress {
  readonly state: 'finished' | 'interrupted';
  /** The first few: user id → why. */
  readonly failures: readonly { readonly userId: UserId; readonly message: string }[];
}

/** The avatars of an application's users. Throws `AvatarError`. */
export interface Avatars {
  find(id: number): Promise<Avatar | null>;
  ofUser(userId: UserId): Promise<Avatar | null>;
  /** The relations of an avatar. */
  user(avatar: Avatar): Promise<AvatarUser | null>;
  file(avatar: Avatar): Promise<AvatarFile | null>;
  /**
   * Makes an uploaded image the user's avatar: decoded, and stored anew at the configured size. The file before is
   * deleted once the new one is stored and recorded.
   */
  store(userId: UserId, upload: Buffer): Promise<Avatar>;
  /** Makes the default avatar: the external service's image where it has one, otherwise initials. */
  generate(userId: UserId, options?: GenerateOptions): Promise<Avatar>;
  image(avatar: Avatar, options?: ImageOptions): Promise<AvatarImage>;
  /** What `image` would answer as `version`, without reading anything. */
  version(avatar: Avatar, options?: ImageOptions): string;
  /** Generates avatars for all users that have none, in flat memory. */
  generateMissing(options?: BackfillOptions): Promise<BackfillSummary>;
  /** Deletes files that no avatar has: of killed processes, and of users who are gone. Answers how many. */
  removeOrphans(): Promise<number>;
  /** Of files that can be uploaded: `png`, `jpg`, `jpeg`, `gif`, `webp`, `svg`. */
  extensions(): readonly string[];
  mimeTypes(): readonly string[];
  /** Of an upload. */
  limits(): UploadLimits;
  /** Pixels of stored images. */
  imageWidth(): number;
  imageHeight(): number;
}
