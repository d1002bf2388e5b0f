import { Type } from 'typebox';
import type { Message } from '../../base/Message.ts';

const userAvatar = Type.Object({
  id: Type.Integer(),
  url: Type.String({ description: 'URL of the image.' }),
});
/** A user's avatar, as part of responses. The URL changes with every image. */
export interface UserAvatar extends Message<typeof userAvatar> {}

export const avatarSchema = Type.Union([userAvatar, Type.Null()], {
  description: 'Null until the default avatar of a new user is created.',
});
