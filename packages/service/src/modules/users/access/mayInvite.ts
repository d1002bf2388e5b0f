import { hasAuthorityOver, type KnownUser, permits, type RoleRights } from '../../../kernel/access/User.ts';

/** Checked when an invitation is requested, sent and accepted. */
export const invitationPermission = 'users.invite';

/** Whether an invitation by that user is still good for a user who has the role. */
export function mayInvite(inviter: KnownUser | null, role: RoleRights): boolean {
  return inviter !== null && permits(inviter, invitationPermission) && hasAuthorityOver(inviter, role);
}
