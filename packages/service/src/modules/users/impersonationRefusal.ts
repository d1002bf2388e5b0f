import { hasAuthorityOver, type RoleRights, type User } from '../../kernel/access/User.ts';
import type { ServiceErrorCode } from '../../kernel/errors.ts';

/** Somebody in whose name another might act. */
export interface ImpersonationTarget {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly role: RoleRights & { readonly label: string };
}

/** Why the caller may not act in the target's name, apart from the permission that it needs; null when he may. */
export function impersonationRefusal(
  caller: User,
  { id, name, isActive, role }: ImpersonationTarget,
): { readonly code: ServiceErrorCode; readonly message: string } | null {
  if (caller.isImpersonated) {
    return {
      code: 'service.conflict',
      message: 'You already impersonate a user. End that impersonation first.',
    };
  }
  if (id === caller.id) {
    return {
      code: 'service.conflict',
      message: 'You cannot impersonate yourself. Choose another user.',
    };
  }
  if (!isActive) {
    return { code: 'service.conflict', message: `${name} is not active. Activate the account first.` };
  }
  if (hasAuthorityOver(caller, role)) return null;

  return {
    code: 'service.forbidden',
    message: role.isAdministrator
      ? 'Only administrators may impersonate an administrator.'
      : `${name} (${role.label}) has permissions that you do not have, so you cannot impersonate this user. Ask an administrator.`,
  };
}
