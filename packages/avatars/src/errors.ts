import { defineErrors, type EnglishText, say, type Text } from '@rowhouse/problems';
import { asText } from '@rowhouse/problems/internal';

/** An error of an upload, an avatar or the file store. */
export class AvatarError extends defineErrors('AvatarError', {
  'avatars.malformed_upload': { status: 400, title: 'Unreadable upload' },
  'avatars.unauthenticated': { status: 401, title: 'Not signed in' },
  'avatars.forbidden': { status: 403, title: 'Not permitted' },
  'avatars.not_found': { status: 404, title: 'Avatar not found' },
  'avatars.too_large': { status: 413, title: 'File too large' },
  'avatars.unsupported_media_type': { status: 415, title: 'Unsupported content type' },
  'avatars.invalid_request': { status: 422, title: 'Invalid request' },
  'avatars.invalid_image': { status: 422, title: 'Invalid image' },
  'avatars.too_many_uploads': { status: 429, title: 'Too many uploads' },
  'avatars.unavailable': { status: 503, title: 'Avatars unavailable' },
}) {}

/** Every error that this package raises: code → HTTP status and title. A test compares it with docs/errors.md. */
export const avatarErrors = AvatarError.table;

export type AvatarErrorCode = keyof typeof avatarErrors;

/** `message` says what is wrong with the upload and what to do. */
export function invalidImage(message: EnglishText | Text, cause?: unknown): AvatarError {
  return new AvatarError('avatars.invalid_image', message, { fields: { avatar: [message] }, cause });
}

/** `what` continues “avatar is an SVG that …”. */
export function invalidSvg(what: EnglishText | Text, cause?: unknown): AvatarError {
  return invalidImage(
    say`avatar is an SVG that ${asText(what)}. Save the drawing as plain SVG, or as PNG.`,
    cause,
  );
}
