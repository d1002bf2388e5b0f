import { hasAuthorityOver, type RoleRights } from '../../kernel/access/hasAuthorityOver.ts';
import type { User } from '../../kernel/access/User.ts';
import type { ErrorCode } from '../../kernel/errors.ts';

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
): { readonly code: ErrorCode; readonly message: string } | null {
  if (caller.isImpersonated) {
    return { code: 'service.conflict', message: "You act in another user's name already. End that first." };
  }
  if (id === caller.id) {
    return {
      code: 'service.conflict',
      message: 'You cannot act in your own name twice. Choose another user.',
    };
  }
  if (!isActive) {
    return { code: 'service.conflict', message: `${name} is not active. Activate the account first.` };
  }
  if (hasAuthorityOver(caller, role)) return null;

  return {
    code: 'service.forbidden',
    message: role.isAdministrator
      ? 'Only administrators may act in the name of an administrator.'
      : `${name} (${role.label}) may do more than you, so you cannot act in this name. Ask an administrator.`,
  };
}
