import type { FastifyRequest } from 'fastify';
import type { UserId } from '../Avatar.ts';
import { AvatarError } from '../errors.ts';
import { type AvatarActor, mayChange, maySee } from './mayChange.ts';

/** Null when nobody is signed in. */
export type ActorOf = (request: FastifyRequest) => AvatarActor | null | Promise<AvatarActor | null>;

/** Who is asking. Throws `avatars.unauthenticated`, and `avatars.forbidden` for inactive users. */
export async function authenticate(request: FastifyRequest, actorOf: ActorOf): Promise<AvatarActor> {
  const actor = await actorOf(request);

  if (actor === null) {
    throw new AvatarError('avatars.unauthenticated', 'You are not signed in. Sign in and try again.');
  }
  if (!maySee(actor)) {
    throw new AvatarError(
      'avatars.forbidden',
      'This account is not active. Ask an administrator to activate it.',
    );
  }

  return actor;
}

/** Throws `avatars.forbidden` unless the actor may change the avatar of that user. */
export function authorizeChange(actor: AvatarActor, ownerId: UserId): void {
  if (mayChange(actor, ownerId)) return;
  throw new AvatarError(
    'avatars.forbidden',
    actor.isImpersonated
      ? 'Avatars cannot be changed while impersonating a user. End the impersonation first.'
      : 'This is the avatar of another user. Change your own, or ask a user with permission to change it.',
  );
}
