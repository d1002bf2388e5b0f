import type { Role, User } from './User.ts';

/** A role and the names of its permissions; administrators have all of them without. */
export interface RoleRights extends Pick<Role, 'isAdministrator' | 'isSuperior'> {
  readonly permissions: Iterable<string>;
}

/**
 * Whether the caller may give somebody the role, change it, and manage or impersonate users who have it. Otherwise
 * callers could raise themselves through a user who may do more.
 */
export function hasAuthorityOver(caller: Pick<User, 'role' | 'permissions'>, role: RoleRights): boolean {
  if (caller.role.isAdministrator) return true;
  if (role.isAdministrator || (role.isSuperior && !caller.role.isSuperior)) return false;

  return [...role.permissions].every((name) => caller.permissions.has(name));
}
