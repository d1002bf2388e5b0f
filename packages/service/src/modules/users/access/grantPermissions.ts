import type { Kysely } from 'kysely';
import type { Database } from '../../../kernel/database/Database.ts';

/** Gives a role the permissions of those names; ones that it has already stay. Answers how many are new. */
export async function grantPermissions(
  db: Kysely<Database>,
  roleName: string,
  permissionNames: readonly string[],
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('role_permissions')
    .columns(['role_id', 'permission_id'])
    .expression(
      db
        .selectFrom('roles')
        .innerJoin('permissions', (join) => join.onTrue())
        .select(['roles.id as role_id', 'permissions.id as permission_id'])
        .where('roles.name', '=', roleName)
        .where('permissions.name', 'in', permissionNames),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
}
