import { type EnglishText, say, type Text } from '@rowhouse/problems';
import { type Kysely, sql, type Transaction } from 'kysely';
import { invalidRequest, ServiceError } from '../../../base/errors.ts';
import { permits, type User } from '../../../kernel/access/User.ts';
import type { Config } from '../../../kernel/config/Config.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { Jobs } from '../../../kernel/jobs/Jobs.ts';
import { attemptLimits } from '../auth/attemptLimits.ts';
import type { EditableUser } from '../messages.ts';
import { loadRoles } from '../roles.ts';
import { findUser, roleOf } from '../updateUser.ts';
import { checkManaged } from '../userRules.ts';
import { type AccountMailData, accountMailKind, sendsMail } from './accountMailJob.ts';
import { deleteLinks, invitationPermission } from './passwordLinks.ts';

export interface Invitations {
  /** Sends an invitation when the transaction commits. */
  send(transaction: Transaction<Database>, invitation: { user: number; by: number }): Promise<void>;
}

export function createInvitations(jobs: Jobs, config: Pick<Config, 'tables'>): Invitations {
  return {
    send: async (transaction, { user, by }) => {
      const data: AccountMailData = { about: 'invitation', user, invitedBy: by };
      await jobs.send(accountMailKind(config), data, { db: transaction });
    },
  };
}

/** Throws if the caller may not invite the new user, or no mail can be sent. */
export function checkInvites(
  caller: User,
  { isActive }: Pick<EditableUser, 'isActive'>,
  config: Pick<Config, 'mail'>,
): void {
  if (!permits(caller, invitationPermission)) {
    throw new ServiceError(
      'service.forbidden',
      say`Your role (${caller.role.label}) does not have the permission ${invitationPermission}. Give a password instead, or ask an administrator.`,
    );
  }
  checkSendsMail(config);
  if (!isActive) throw invalidRequest({ isActive: ['must be true: inactive users cannot be invited'] });
}

/** Null for a user who was not invited, or has chosen a password. */
export async function findInvitation(
  db: Kysely<Database>,
  user: number,
): Promise<{ requestedAt: string; expiresAt: string | null } | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('password_links as link', 'link.user_id', 'users.id')
    .select(['users.invited_at', 'link.expires_at'])
    .where('users.id', '=', user)
    .executeTakeFirst();
  if (row == null || row.invited_at === null) return null;

  return { requestedAt: row.invited_at.toISOString(), expiresAt: row.expires_at?.toISOString() ?? null };
}

/** @throws ServiceError if the user cannot be invited, or not by this caller. */
export async function sendAgain(
  {
    db,
    invitations,
    config,
  }: {
    readonly db: Kysely<Database>;
    readonly invitations: Invitations;
    readonly config: Pick<Config, 'mail'>;
  },
  { caller, id }: { readonly caller: User; readonly id: number },
): Promise<EditableUser> {
  checkSendsMail(config);
  return db.transaction().execute(async (transaction) => {
    const user = await findUser(transaction, id, { lock: true });
    checkManaged(caller, user, roleOf(await loadRoles(transaction), user.roleId));
    if (!user.isActive) {
      throw conflict(say`${user.name} is not active. Activate the account first.`);
    }
    if ((await findInvitation(transaction, id)) === null) {
      throw conflict(say`${user.name} already has a password and needs no invitation.`);
    }
    await attemptLimits(transaction).count([
      { key: `invitation:${id}`, limit: { max: 3, seconds: 15 * 60 }, scopeText: say`to invite this user` },
    ]);
    await transaction
      .updateTable('users')
      .set({ invited_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    // Previous links are invalid immediately.
    await deleteLinks(transaction, id);
    await invitations.send(transaction, { user: id, by: caller.id });

    return user;
  });
}

function checkSendsMail(config: Pick<Config, 'mail'>): void {
  if (sendsMail(config)) return;
  throw conflict('Invitations require a mail server, and this service has none. Set a password instead.');
}

function conflict(message: EnglishText | Text): ServiceError {
  return new ServiceError('service.conflict', message);
}
