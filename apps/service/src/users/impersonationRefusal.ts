import type { User } from '../access/User.ts';
import type { ErrorCode } from '../http/errors.ts';

/** Somebody in whose name another might act. */
export interface ImpersonationTarget {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly isAdministrator: boolean;
}

/** Why the caller may not act in the target's name, apart from the permission that it needs; null when he may. */
export function impersonationRefusal(
  caller: User,
  target: ImpersonationTarget,
): { readonly code: ErrorCode; readonly message: string } | null {
  if (caller.isImpersonated) {
    return { code: 'service.conflict', message: "You act in another user's name already. End that first." };
  }
  if (target.id === caller.id) {
    return {
      code: 'service.conflict',
      message: 'You cannot act in your own name twice. Choose another user.',
    };
  }
  if (!target.isActive) {
    return {
      code: 'service.conflict',
      message: `${target.name} is not active. Activate the account first.`,
    };
  }
  if (target.isAdministrator && !caller.role.isAdministrator) {
    return {
      code: 'service.forbidden',
      message: 'Only administrators may act in the name of an administrator.',
    };
  }
  return null;
}
