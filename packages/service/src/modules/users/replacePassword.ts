import { sql, type Transaction } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import type { AnnounceChange } from '../../kernel/hooks/createHooks.ts';
import { removeKeys } from './apiKeys/apiKeys.ts';
import { endSessions } from './auth/sessions.ts';

/** A password given by somebody else ends the user's sessions, and deletes the API keys that its holder may have created. */
export async function replacePassword(
  db: Transaction<Database>,
  tell: AnnounceChange,
  id: number,
  hash: string,
): Promise<void> {
  await choosePassword(db, tell, id, hash);
  await removeKeys(db, tell, { user: id });
}

/** A password chosen by the user by a link ends all sessions. Other links, and an invitation, have served their purpose. */
export async function choosePassword(
  db: Transaction<Database>,
  tell: AnnounceChange,
  id: number,
  hash: string,
): Promise<void> {
  await storePassword(db, id, hash);
  await db.deleteFrom('password_links').where('user_id', '=', id).execute();
  await db
    .updateTable('users')
    .set({ invited_at: null })
    .where('id', '=', id)
    .where('invited_at', 'is not', null)
    .execute();
  await endSessions(db, tell, id);
}

async function storePassword(db: Transaction<Database>, id: number, hash: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password: hash, updated_at: sql`now()` })
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto('accounts')
    .values({ account_id: `${id}`, provider_id: 'credential', user_id: id, password: hash })
    .execute();
}
