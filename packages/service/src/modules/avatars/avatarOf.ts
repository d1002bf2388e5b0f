import type { Avatars } from '@rowhouse/avatars';
import { Type } from 'typebox';

/** A user's avatar, as answers about the user have it. */
export interface UserAvatar {
  readonly id: number;
  readonly url: string;
}

export const avatarSchema = Type.Union(
  [Type.Object({ id: Type.Integer(), url: Type.String({ description: 'URL of the image.' }) }), Type.Null()],
  { description: 'Null until the default avatar of a new user is created.' },
);

export async function avatarOf(avatars: Avatars, userId: number): Promise<UserAvatar | null> {
  const avatar = await avatars.ofUser(userId);

  return avatar && { id: avatar.id, url: avatar.url };
}
