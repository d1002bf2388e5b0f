import { say } from '@rowhouse/problems';
import { type Kysely, sql } from 'kysely';
import { ServiceError } from '../../../base/errors.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { type AnnounceChange, changesOf } from '../../../kernel/hooks/createHooks.ts';
import type { ListedSession } from '../access/messages.ts';

/** The live sessions of a user, the newest first: own ones, and those in which the user impersonates or is impersonated. */
export async function listSessions(
  db: Kysely<Database>,
  user: number,
  current: number | null,
): Promise<ListedSession[]> {
  const rows = await sessionsOf(db, user)
    .innerJoin('users as owner', 'owner.id', 'sessions.user_id')
    .leftJoin('users as impersonator', 'impersonator.id', 'sessions.impersonated_by')
    .select([
      'sessions.id',
      'owner.id as user_id',
      'owner.name as user_name',
      'impersonator.id as impersonator_id',
      'impersonator.name as impersonator_name',
      'sessions.ip_address',
      'sessions.user_agent',
      'sessions.created_at',
      'sessions.updated_at',
      'sessions.expires_at',
    ])
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .orderBy('sessions.id', 'desc')
    .execute();

  return rows.map((row) => ({
    id: row.id,
    user: { id: row.user_id, name: row.user_name },
    impersonatedBy:
      row.impersonator_id === null ? null : { id: row.impersonator_id, name: row.impersonator_name ?? '' },
    isCurrent: row.id === current,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}

/**
 * Ends sessions of a user: all that the user may see, one of them, or all but one.
 *
 * @throws ServiceError if the user has no session `only`.
 */
export async function endSessions(
  db: Kysely<Database>,
  tell: AnnounceChange,
  user: number,
  { only, except }: { readonly only?: number; readonly except?: number } = {},
): Promise<void> {
  const found = await sessionsOf(db, user)
    .select('sessions.id')
    .$if(only !== undefined, (query) => query.where('sessions.id', '=', only as number))
    .$if(except !== undefined, (query) => query.where('sessions.id', '!=', except as number))
    .execute();
  const ids = found.map(({ id }) => id);
  if (only !== undefined && ids.length === 0) {
    throw new ServiceError('service.not_found', say`Session ${only} does not exist.`);
  }
  await remove(db, tell, ids);
}

export async function endSession(db: Kysely<Database>, tell: AnnounceChange, id: number): Promise<void> {
  await remove(db, tell, [id]);
}

/** Ends the session in which an impersonation was started, and the impersonation with it. */
export async function endImpersonatorSession(
  db: Kysely<Database>,
  tell: AnnounceChange,
  id: number,
): Promise<void> {
  const own = await db
    .selectFrom('sessions')
    .select('impersonator_session_id as id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (own?.id != null) await remove(db, tell, [own.id]);
}

/** All sessions end here, so that modules are notified of each one, including impersonations started from it. */
async function remove(db: Kysely<Database>, tell: AnnounceChange, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const ended = await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('id', 'in', ids), where('impersonator_session_id', 'in', ids)]))
    .returning(['id', 'user_id as userId', 'impersonated_by as impersonatedBy'])
    .execute();
  for (const { id, ...fields } of ended) {
    await tell({ kind: 'sessions', id, action: 'deleted', changes: changesOf(fields, {}) });
  }
}

/** Ties an impersonation to the session that started it. Without one, since that has ended, it is never live. */
export async function tieToImpersonator(
  db: Kysely<Database>,
  id: number,
  impersonatorSession: number | null,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set(({ selectFrom }) => ({
      impersonator_session_id: selectFrom('sessions as own')
        .select('own.id')
        .where('own.id', '=', impersonatorSession),
    }))
    .where('id', '=', id)
    .execute();
}

/** Whether a session exists and has not expired; for an impersonation, also the session that started it. */
export async function isSessionLive(db: Kysely<Database>, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .leftJoin('sessions as own', 'own.id', 'sessions.impersonator_session_id')
    .select('sessions.id')
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where((where) =>
      where.or([
        where('sessions.impersonated_by', 'is', null),
        where('own.expires_at', '>', sql<Date>`now()`),
      ]),
    )
    .executeTakeFirst();

  return found !== undefined;
}

function sessionsOf(db: Kysely<Database>, user: number) {
  return db
    .selectFrom('sessions')
    .where((where) =>
      where.or([where('sessions.user_id', '=', user), where('sessions.impersonated_by', '=', user)]),
    );
}
