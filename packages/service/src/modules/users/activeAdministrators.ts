import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';

/** The active users with every permission, the one who has been there longest first: a query to select from. */
export function activeAdministrators(db: Kysely<Database>) {
  return db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where('roles.is_administrator', '=', true)
    .where('users.is_active', '=', true)
    .orderBy('users.id');
}
