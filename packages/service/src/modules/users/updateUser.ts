import { say } from '@rowhouse/problems';
import type { WritableFields } from '@rowhouse/tables';
import { type Kysely, sql, type Transaction } from 'kysely';
import { invalidRequest, ServiceError } from '../../base/errors.ts';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { type AnnounceChange, changesOf, noHooks } from '../../kernel/hooks/createHooks.ts';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { sendChangedAvatarJob } from '../avatars/index.ts';
import { activeAdministrators } from './administrators.ts';
import { endSessions } from './auth/sessions.ts';
import { type AccountDependencies, hashPassword } from './createUser.ts';
import type { EditableUser, UserChanges } from './messages.ts';
import { deleteLinks, replacePassword } from './password/passwordLinks.ts';
import { loadRoles, type RoleWithPermissions } from './roles.ts';
import {
  checkFields,
  checkManaged,
  checkOwnAccount,
  checkRoleGiven,
  conflict,
  takenFault,
} from './userRules.ts';

export interface UserChange {
  readonly caller: User;
  readonly id: number;
  readonly changes: UserChanges;
  readonly languages: readonly string[];
  /** Values of fields that modules add to users; null for none. */
  readonly fields: WritableFields | null;
}

/**
 * Changes a user and returns the result. A new password and a deactivation end the user's sessions; a new password
 * deletes the API keys, too.
 *
 * @throws ServiceError if the user does not exist, or the change is invalid or forbidden.
 */
export async function updateUser(
  { db, auth, jobs, hooks = noHooks }: AccountDependencies,
  change: UserChange,
): Promise<EditableUser> {
  const { changes } = change;
  const hash = changes.password === undefined ? null : await hashPassword(auth, changes.password);
  try {
    return await hooks.changing(db, change.caller, (transaction, tell) =>
      update(transaction, { jobs, tell }, change, hash),
    );
  } catch (error) {
    // Another user got the address after the check.
    if ((error as { constraint?: string }).constraint === 'users_email_key') {
      throw invalidRequest({ email: [takenFault(`${changes.email}`)] });
    }
    throw roleDeleted(error) ?? error;
  }
}

/** A fault if the error is a missing role; null for other errors. */
export function roleDeleted(error: unknown): Error | null {
  const isDeleted = (error as { constraint?: string }).constraint === 'users_role_id_fkey';

  return isDeleted
    ? invalidRequest({ roleId: ['must be another role: this one has just been deleted'] })
    : null;
}

async function update(
  db: Transaction<Database>,
  { jobs, tell }: { readonly jobs: Jobs; readonly tell: AnnounceChange },
  { caller, id, changes, languages, fields }: UserChange,
  hash: string | null,
): Promise<EditableUser> {
  const mayDemote = changes.roleId !== undefined || changes.isActive === false;
  const administrators = mayDemote ? await lockAdministrators(db) : [];
  const before = await findUser(db, id, { lock: true });
  const roles = await loadRoles(db);
  checkManaged(caller, before, roleOf(roles, before.roleId));
  await checkFields(changes, before, { db, roles, languages });
  checkOwnAccount(caller, before, changes);
  const after = { ...before, ...withoutPassword(changes) };
  if (after.roleId !== before.roleId) checkRoleGiven(caller, roleOf(roles, after.roleId));
  const staysAdministrator = after.isActive && roleOf(roles, after.roleId).isAdministrator;
  if (administrators.includes(id) && administrators.length === 1 && !staysAdministrator) {
    throw conflict(
      after.isActive ? 'roleId' : 'isActive',
      say`${before.name} is the last active administrator. Make another user an administrator first.`,
    );
  }
  await store(db, after);
  const secret = hash !== null && { password: { from: null, to: null } };
  const added = await fields?.write(db, `${id}`);
  await tell({
    ...{ kind: 'users', id, action: 'updated' },
    changes: { ...changesOf(before, after), ...added, ...secret },
  });
  if (hash !== null) await replacePassword(db, tell, id, hash);
  else if (!after.isActive) await endSessions(db, tell, id);
  // A link would work again after the account is activated, or has its former address.
  if (!after.isActive || after.email !== before.email) await deleteLinks(db, id);
  const changed = { name: after.name !== before.name, email: after.email !== before.email };
  await sendChangedAvatarJob(jobs, id, changed, db);
  return after;
}

/**
 * Ids of the active administrators, whose rows are locked until the transaction ends, so that two administrators cannot
 * demote each other at the same time. Locked first, and always in the same order, to prevent deadlocks.
 */
async function lockAdministrators(db: Transaction<Database>): Promise<number[]> {
  const rows = await activeAdministrators(db).select('users.id').forUpdate('users').execute();

  return rows.map((row) => row.id);
}

/** @throws ServiceError if the user does not exist. */
export async function findUser(
  db: Kysely<Database>,
  id: number,
  { lock = false } = {},
): Promise<EditableUser> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role_id as roleId', 'language', 'is_active as isActive'])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new ServiceError('service.not_found', say`User ${id} does not exist.`);
  return row;
}

export function roleOf(roles: readonly RoleWithPermissions[], id: number): RoleWithPermissions {
  const role = roles.find((candidate) => candidate.id === id);
  if (role === undefined) throw new Error(`Role ${id} does not exist, although a user has it.`);
  return role;
}

function withoutPassword({ password: _, ...changes }: UserChanges): Partial<EditableUser> {
  return changes;
}

async function store(db: Transaction<Database>, user: EditableUser): Promise<void> {
  const { id, name, email, roleId, language, isActive } = user;
  await db
    .updateTable('users')
    .set({ name, email, role_id: roleId, language, is_active: isActive, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
