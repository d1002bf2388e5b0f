import { type Kysely, sql } from 'kysely';
import type { Role } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';

/** A role with the names of the permissions that it was given; administrators have all without. */
export interface RoleWithPermissions extends Role {
  readonly permissions: readonly string[];
}

/** All roles, by id. There are few. */
export async function loadRoles(db: Kysely<Database>): Promise<RoleWithPermissions[]> {
  const rows = await db
    .selectFrom('roles')
    .leftJoin('role_permissions', 'role_permissions.role_id', 'roles.id')
    .leftJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .select(['roles.id', 'roles.name', 'roles.label', 'roles.is_administrator', 'roles.is_superior'])
    .select(
      sql<string[]>`coalesce(array_agg(permissions.name order by permissions.name)
        filter (where permissions.name is not null), '{}')`.as('permissions'),
    )
    .groupBy('roles.id')
    .orderBy('roles.id')
    .execute();
  return rows.map(({ is_administrator, is_superior, ...role }) => ({
    ...role,
    isAdministrator: is_administrator,
    isSuperior: is_superior,
  }));
}
