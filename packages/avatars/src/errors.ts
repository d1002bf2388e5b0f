/**
 * Every error that this package raises on purpose: code → HTTP status and title.
 * docs/errors.md lists the same codes; a test holds the two together.
 */
export const errorTable = {
  'avatars.malformed_upload': { status: 400, title: 'The upload cannot be read' },
  'avatars.unauthenticated': { status: 401, title: 'Sign in first' },
  'avatars.forbidden': { status: 403, title: 'Not permitted' },
  'avatars.not_found': { status: 404, title: 'No such avatar' },
  'avatars.too_large': { status: 413, title: 'The file is too large' },
  'avatars.unsupported_media_type': { status: 415, title: 'Not an upload' },
  'avatars.invalid_request': { status: 422, title: 'The request is not acceptable' },
  'avatars.invalid_image': { status: 422, title: 'The image is not acceptable' },
  'avatars.too_many_uploads': { status: 429, title: 'Too many uploads' },
  'avatars.unavailable': { status: 503, title: 'Avatars cannot be reached now' },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** Field, for example `avatar` → what is wrong and what would be right. */
export type FieldErrors = Record<string, string[]>;

export class AvatarError extends Error {
  override readonly name = 'AvatarError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldErrors | undefined;

  /** `message` is one sentence for a person: what is wrong, with which value, and what to do. Never SQL, never a secret. */
  constructor(code: ErrorCode, message: string, options: { fields?: FieldErrors; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = errorTable[code].status;
    this.fields = options.fields;
  }
}
