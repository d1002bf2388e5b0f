import type { UserId } from '../Avatar.ts';
import { AvatarError } from '../errors.ts';

/** A user is named who is not there, or not any more. */
export function unknownUser(userId: UserId): AvatarError {
  return new AvatarError(
    'avatars.not_found',
    `User ${userId} does not exist. Use the id of an existing user.`,
  );
}
