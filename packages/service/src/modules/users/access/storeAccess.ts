import type { Kysely } from 'kysely';
import { StartError } from '../../../base/errors.ts';
import { didYouMean } from '../../../kernel/config/checkWritten.ts';
import type { Database } from '../../../kernel/database/Database.ts';

/** Permissions of a role, such as `orders.show` or `orders.*`, optionally with its label. */
export type RoleEntry =
  | readonly string[]
  | { readonly label?: string; readonly permissions: readonly string[] };

interface DeclaredAccess {
  /** Names of all permissions. */
  readonly permissions: readonly string[];
  readonly roles: Readonly<Record<string, RoleEntry>>;
  /** Prefixes of permissions that are added later, such as `crm` for `crm.contacts.init`. Defaults to none. */
  readonly futurePrefixes?: readonly string[];
}

/**
 * Adds missing permissions and roles, in one transaction. A role gets a permission only if the role or the permission is
 * new, so that changes by administrators stay.
 *
 * @throws StartError with status 2 and all faults of the roles.
 */
export async function storeAccess(
  db: Kysely<Database>,
  { permissions, roles, futurePrefixes = [] }: DeclaredAccess,
): Promise<void> {
  checkRoles(roles, permissions, futurePrefixes);
  await db.transaction().execute(async (transaction) => {
    const added = await storePermissions(transaction, permissions);
    for (const [name, entry] of Object.entries(roles)) {
      const { label = name.charAt(0).toUpperCase() + name.slice(1), permissions: patterns } = entryOf(entry);
      const created = await transaction
        .insertInto('roles')
        .values({ name, label })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst();
      const candidates = created === undefined ? added : permissions;
      const given = candidates.filter((permission) =>
        patterns.some((pattern) => matches(pattern, permission)),
      );
      if (given.length > 0) await grantPermissions(transaction, name, given);
    }
  });
}

function entryOf(entry: RoleEntry): { readonly label?: string; readonly permissions: readonly string[] } {
  return 'permissions' in entry ? entry : { permissions: entry };
}

/** `orders.*` matches all permissions that begin with `orders.`, and `*` all. */
function matches(pattern: string, permission: string): boolean {
  return pattern.endsWith('*') ? permission.startsWith(pattern.slice(0, -1)) : permission === pattern;
}

function checkRoles(
  roles: DeclaredAccess['roles'],
  permissions: readonly string[],
  futurePrefixes: readonly string[],
): void {
  const faults = Object.entries(roles).flatMap(([role, entry]) => {
    if (!/^[a-z][\w-]{0,49}$/.test(role)) {
      return [
        `The role "${role}" needs a name of letters, digits, - and _ that begins with a lower-case letter.`,
      ];
    }
    if (role === 'administrator')
      return ['The role "administrator" has every permission. Remove it from "roles".'];

    return entryOf(entry)
      .permissions.filter((pattern) => !permissions.some((permission) => matches(pattern, permission)))
      .filter((pattern) => !futurePrefixes.some((prefix) => pattern.startsWith(`${prefix}.`)))
      .map((pattern) => {
        const near = didYouMean(pattern, permissions);

        return `The role "${role}" has the unknown permission "${pattern}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
      });
  });
  if (faults.length === 0) return;
  throw new StartError(`The roles have faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`, {
    status: 2,
  });
}

/** Adds missing permissions, and returns the new names. */
async function storePermissions(db: Kysely<Database>, permissionNames: readonly string[]): Promise<string[]> {
  if (permissionNames.length === 0) return [];
  const added = await db
    .insertInto('permissions')
    .values([...new Set(permissionNames)].map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .execute();
  return added.map((row) => row.name);
}

/** Adds permissions to a role. Returns the number of new ones. */
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
