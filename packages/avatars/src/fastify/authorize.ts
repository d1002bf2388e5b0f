import type { FastifyRequest } from 'fastify';
import type { UserId } from '../Avatars.ts';
import { AvatarError } from '../errors.ts';

/** The requesting user, supplied by the application. */
export interface AvatarActor {
  readonly id: UserId;
  /** May change the avatars of all users. */
  readonly isSuperior: boolean;
  /** An administrator is acting as this user. */
  readonly isImpersonated: boolean;
  readonly isActive: boolean;
}

/** Superiors may change any avatar, other users their own; inactive users and impersonators none. */
export function mayChange(actor: AvatarActor, ownerId: UserId): boolean {
  return actor.isActive && !actor.isImpersonated && (actor.isSuperior || isSelf(actor, ownerId));
}

/** Every active user may see all avatars, also while impersonated. */
export function maySee(actor: AvatarActor): boolean {
  return actor.isActive;
}

/** Drivers return large keys as text. */
function isSelf(actor: AvatarActor, ownerId: UserId): boolean {
  return String(actor.id) === String(ownerId);
}

/** Returns null if no user is signed in. */
export type ActorOf = (request: FastifyRequest) => AvatarActor | null | Promise<AvatarActor | null>;

/** The requesting user. Throws `avatars.unauthenticated`, or `avatars.forbidden` for inactive users. */
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

/** Throws `avatars.forbidden` unless the actor may change the avatar of `ownerId`. */
export function authorizeChange(actor: AvatarActor, ownerId: UserId): void {
  if (mayChange(actor, ownerId)) return;
  throw new AvatarError(
    'avatars.forbidden',
    actor.isImpersonated
      ? 'Avatars cannot be changed while impersonating a user. End the impersonation first.'
      : 'This is the avatar of another user. Change your own, or ask a user with permission to change it.',
  );
}
