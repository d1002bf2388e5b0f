import type { KnownTimeZones } from './locale.ts';

/** The caller of a request, as routes, tables and policies see it. Frozen. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Permissions of the role. Use `permits` instead of this set: administrators have all permissions. */
  readonly permissions: ReadonlySet<string>;
  readonly language: string;
  /** IANA time zone of all dates that the user sees or enters. */
  readonly timeZone: string;
  /** Time zone of the profile; null follows the browser. */
  readonly ownTimeZone: string | null;
  readonly isActive: boolean;
  /** Whether another user impersonates this one. */
  readonly isImpersonated: boolean;
  /** Id of the impersonator. */
  readonly impersonatedBy: number | null;
}

export interface Role {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  /** Has every permission. */
  readonly isAdministrator: boolean;
  /** May manage what belongs to other users. */
  readonly isSuperior: boolean;
}

/** A user as stored, with role and permissions. */
export interface KnownUser extends KnownTimeZones {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  readonly isActive: boolean;
  readonly role: Role;
  readonly permissions: ReadonlySet<string>;
}

export interface UserDirectory {
  /** Null if the user does not exist. */
  find(id: number): Promise<KnownUser | null>;
  /** Clears the cache. */
  forget(): void;
}

/** Whether the user is active and has the permission. */
export function permits(
  user: Pick<User, 'isActive' | 'role' | 'permissions'> | null,
  permission: string,
): boolean {
  return user?.isActive === true && (user.role.isAdministrator || user.permissions.has(permission));
}

/** The rights of a role; administrators have every permission. */
export interface RoleRights extends Pick<Role, 'isAdministrator' | 'isSuperior'> {
  readonly permissions: Iterable<string>;
}

/**
 * Whether the caller may assign or change the role, and manage or impersonate its users. Prevents callers from raising
 * their own rights through users with more rights.
 */
export function hasAuthorityOver(caller: Pick<User, 'role' | 'permissions'>, role: RoleRights): boolean {
  if (caller.role.isAdministrator) return true;
  if (role.isAdministrator || (role.isSuperior && !caller.role.isSuperior)) return false;

  return [...role.permissions].every((name) => caller.permissions.has(name));
}
