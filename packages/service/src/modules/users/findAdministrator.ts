import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { activeAdministrators } from './activeAdministrators.ts';

/** The e-mail address of the active administrator who has been there longest; null without any. */
export async function findAdministrator(db: Kysely<Database>): Promise<string | null> {
  const found = await activeAdministrators(db).select('users.email').limit(1).executeTakeFirst();

  return found?.email ?? null;
}
