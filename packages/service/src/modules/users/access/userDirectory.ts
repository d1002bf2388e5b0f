import { type Kysely, sql } from 'kysely';
import { timedCache } from '../../../kernel/access/timedCache.ts';
import type { KnownUser, UserDirectory, UserFieldValues } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { DeclaredField } from '../userFields/declaredFields.ts';

interface DirectoryOptions {
  /** Time for which users are cached. Defaults to 5,000. */
  readonly milliseconds?: number;
  /** Fields that modules add to users. Defaults to none. */
  readonly fields?: readonly DeclaredField[];
}

/**
 * Users and the permissions of roles, cached for up to five seconds. The database notifies of each change (see
 * EventBus.onAccessChange); the time limit covers interruptions of that connection.
 */
export function userDirectory(
  db: Kysely<Database>,
  { milliseconds = 5_000, fields = [] }: DirectoryOptions = {},
): UserDirectory {
  const users = timedCache({ milliseconds, load: (id: number) => loadUser(db, id, fields) });
  const permissions = timedCache({ milliseconds, load: (role: number) => loadPermissions(db, role) });
  return {
    find: async (id) => {
      const user = await users.get(id);
      return user === null ? null : { ...user, permissions: await permissions.get(user.role.id) };
    },
    forget: () => {
      users.forget();
      permissions.forget();
    },
  };
}

async function loadUser(
  db: Kysely<Database>,
  id: number,
  fields: readonly DeclaredField[],
): Promise<Omit<KnownUser, 'permissions'> | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.language',
      'users.time_zone',
      'users.browser_time_zone',
      'users.is_active',
      'roles.id as role_id',
      'roles.name as role_name',
      'roles.label as role_label',
      'roles.is_administrator',
      'roles.is_superior',
    ])
    .$if(fields.length > 0, (query) =>
      query.select(fields.map(({ name, column }) => sql.ref(`users.${column}`).as(aliasOf(name)))),
    )
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    language: row.language,
    timeZone: row.time_zone,
    browserTimeZone: row.browser_time_zone,
    isActive: row.is_active,
    fields: Object.fromEntries(
      fields.map(({ name }) => [name, (row as Readonly<Record<string, unknown>>)[aliasOf(name)]]),
    ) as unknown as UserFieldValues,
    role: {
      id: row.role_id,
      name: row.role_name,
      label: row.role_label,
      isAdministrator: row.is_administrator,
      isSuperior: row.is_superior,
    },
  };
}

async function loadPermissions(db: Kysely<Database>, roleId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('permissions')
    .select('permissions.name')
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('roles')
            .select('roles.id')
            .where('roles.id', '=', roleId)
            .where('is_administrator', '=', true),
        ),
        where(
          'permissions.id',
          'in',
          where.selectFrom('role_permissions').select('permission_id').where('role_id', '=', roleId),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => row.name));
}

/** Apart from all other columns of the query. */
function aliasOf(name: string): 'field' {
  return `field:${name}` as 'field';
}
