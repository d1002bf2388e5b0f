import type { User } from '../access/User.ts';
import type { RoleWithPermissions } from './loadRoles.ts';

/**
 * Whether the caller may give somebody the role, and manage users who have it. Otherwise whoever may edit users could
 * make himself, or sign in as, somebody who may do more.
 */
export function hasAuthorityOver(caller: User, role: RoleWithPermissions): boolean {
  if (caller.role.isAdministrator) return true;
  if (role.isAdministrator || (role.isSuperior && !caller.role.isSuperior)) return false;
  return role.permissions.every((name) => caller.permissions.has(name));
}
