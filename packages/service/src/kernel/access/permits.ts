import type { User } from './User.ts';

/** Whether the user is active, and has the permission by the role. */
export function permits(
  user: Pick<User, 'isActive' | 'role' | 'permissions'> | null,
  permission: string,
): boolean {
  return user?.isActive === true && (user.role.isAdministrator || user.permissions.has(permission));
}
