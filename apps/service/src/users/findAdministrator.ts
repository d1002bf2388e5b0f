import type { Kysely } from 'kysely';
import type { Database } from '../database/Database.ts';

/** The e-mail address of the active administrator who has been there longest; null without any. */
export async function findAdministrator(db: Kysely<Database>): Promise<string | null> {
  const found = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('users.email')
    .where('roles.is_administrator', '=', true)
    .where('users.is_active', '=', true)
    .orderBy('users.id')
    .executeTakeFirst();
  return found?.email ?? null;
}
