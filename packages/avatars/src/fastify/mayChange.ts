import type { UserId } from '../Avatar.ts';

/** Who is asking, as far as avatars care. The library asks; the application knows. */
export interface AvatarActor {
  readonly id: UserId;
  /** May change the avatars of all users. */
  readonly isSuperior: boolean;
  /** Somebody else acts in this user's name. */
  readonly isImpersonated: boolean;
  readonly isActive: boolean;
}

/** Superiors change any avatar, users their own; nobody while impersonating, and inactive users none. */
export function mayChange(actor: AvatarActor, ownerId: UserId): boolean {
  return actor.isActive && !actor.isImpersonated && (actor.isSuperior || isSelf(actor, ownerId));
}

/** Every active user sees everybody's, impersonating too. */
export function maySee(actor: AvatarActor): boolean {
  return actor.isActive;
}

/** Drivers give large keys as text. */
function isSelf(actor: AvatarActor, ownerId: UserId): boolean {
  return String(actor.id) === String(ownerId);
}
