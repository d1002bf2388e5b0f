import type { Kysely } from 'kysely';
import type { Database } from '../../../kernel/database/Database.ts';

/** Adds a permission for every named route that has none yet, and answers the new names. None is ever removed. */
export async function storePermissions(
  db: Kysely<Database>,
  routeNames: readonly string[],
): Promise<string[]> {
  if (routeNames.length === 0) return [];
  const added = await db
    .insertInto('permissions')
    .values(routeNames.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .execute();
  return added.map((row) => row.name);
}
