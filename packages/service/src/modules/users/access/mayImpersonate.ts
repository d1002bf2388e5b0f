import { hasAuthorityOver, type KnownUser, permits } from '../../../kernel/access/User.ts';

/** Checked at the start by the route of that name, and with every later request of the session. */
export const impersonationPermission = 'core.impersonation.start';

/** Whether the impersonator still has the right to act in the name of the user. */
export function mayImpersonate(impersonator: KnownUser | null, { role, permissions }: KnownUser): boolean {
  return (
    impersonator !== null &&
    permits(impersonator, impersonationPermission) &&
    hasAuthorityOver(impersonator, { ...role, permissions })
  );
}
