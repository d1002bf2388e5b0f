import { AvatarError } from '../errors.ts';

/** `message` says what the upload is and what to do. */
export function invalidImage(message: string, cause?: unknown): AvatarError {
  return new AvatarError('avatars.invalid_image', message, { fields: { avatar: [message] }, cause });
}
