/** As the host's users table has it. */
export type UserId = number | string;

/** Where an image came from: uploaded, the external service's, or drawn here. */
export const avatarSources = ['upload', 'external', 'initials'] as const;
export type AvatarSource = (typeof avatarSources)[number];

/** What a user looks like: one for each user. */
export interface Avatar {
  readonly id: number;
  readonly user_id: UserId;
  readonly file_id: number;
  /** URL of the image; changes with every image. */
  readonly url: string;
  readonly source: AvatarSource;
}

/** A file of an avatar, as it is recorded. */
export interface AvatarFile {
  readonly id: number;
  /** Under which the store has it. */
  readonly key: string;
  /** `image/webp`, or `image/svg+xml` for initials. */
  readonly media_type: string;
  /** In bytes. */
  readonly size: number;
}
