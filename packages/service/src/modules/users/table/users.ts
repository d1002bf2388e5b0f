import { defineTable, type TableContext } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { hasAuthorityOver, type User } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { impersonationRefusal } from '../userRules.ts';
import template from './users.json' with { type: 'json' };

export const users = defineTable({
  template,
  source: 'packages/service/src/modules/users/table/users.json',
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('users')
      .leftJoin('roles', 'roles.id', 'users.role_id')
      .leftJoin('avatars', 'avatars.user_id', 'users.id')
      .select([
        'users.id as dtRowId',
        'users.name',
        'users.email',
        'roles.label as role',
        'roles.is_administrator',
        'roles.is_superior',
        'users.is_active',
        'users.language',
        'users.invited_at',
        'users.created_at',
        'avatars.id as avatar_id',
        'avatars.url as avatar_url',
      ])
      .select(({ selectFrom }) =>
        selectFrom('role_permissions')
          .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
          .whereRef('role_permissions.role_id', '=', 'users.role_id')
          .select(({ fn }) => fn.agg<string[] | null>('array_agg', ['permissions.name']).as('names'))
          .as('role_permissions'),
      ),
  appends: {
    avatar: ({ avatar_id: id, avatar_url: url }) => (id === null ? null : { id, url }),
  },
  rowActions: (row, { user: caller }: TableContext<User>) => {
    if (caller === null) return [];
    const { dtRowId: id, name, is_active: isActive } = row;
    const role = {
      label: row.role ?? '',
      isAdministrator: row.is_administrator === true,
      isSuperior: row.is_superior === true,
      permissions: row.role_permissions ?? [],
    };
    const mayEdit = !caller.isImpersonated && hasAuthorityOver(caller, role);
    const mayImpersonate = impersonationRefusal(caller, { id, name, isActive, role }) === null;
    return [...(mayEdit ? ['edit'] : []), ...(mayImpersonate ? ['impersonate'] : [])];
  },
});
