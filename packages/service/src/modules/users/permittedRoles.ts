import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';

/** Names of the roles whose users may do something, those with the fewest rights first. */
export async function permittedRoles(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('roles')
    .leftJoin('role_permissions', 'role_permissions.role_id', 'roles.id')
    .select((select) => ['roles.name', select.fn.count<string>('role_permissions.permission_id').as('count')])
    .where((where) =>
      where.or([where('is_administrator', '=', true), where('role_permissions.role_id', 'is not', null)]),
    )
    .groupBy(['roles.id', 'roles.name'])
    .orderBy('is_administrator')
    .orderBy('count')
    .orderBy('roles.id')
    .execute();

  return rows.map(({ name }) => name);
}
