import type { Kysely } from 'kysely';
import type { Database } from '../../../kernel/database/Database.ts';

/** Adds the permissions of those names that are not there yet, and answers the new names. None is ever removed. */
export async function storePermissions(
  db: Kysely<Database>,
  permissionNames: readonly string[],
): Promise<string[]> {
  if (permissionNames.length === 0) return [];
  const added = await db
    .insertInto('permissions')
    .values([...new Set(permissionNames)].map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .execute();
  return added.map((row) => row.name);
}
