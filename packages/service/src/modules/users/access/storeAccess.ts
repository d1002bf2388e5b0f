import type { Kysely } from 'kysely';
import { didYouMean } from '../../../kernel/config/didYouMean.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { StartError } from '../../../kernel/StartError.ts';

/** Permissions of a role, such as `orders.show` or `orders.*`; or these and the label that people read. */
export type RoleEntry =
  | readonly string[]
  | { readonly label?: string; readonly permissions: readonly string[] };

interface AccessParts {
  /** Names of all permissions. */
  readonly permissions: readonly string[];
  readonly roles: Readonly<Record<string, RoleEntry>>;
  /** Beginnings of permissions that are not known yet, such as `crm` of `crm.contacts.init`; none by default. */
  readonly later?: readonly string[];
}

/**
 * Adds permissions and roles that are not there yet, in one transaction. A role is given a permission only when one of
 * them is new, so that what an administrator has changed stays.
 *
 * @throws StartError with status 2 for roles with faults, all at the same time.
 */
export async function storeAccess(
  db: Kysely<Database>,
  { permissions, roles, later = [] }: AccessParts,
): Promise<void> {
  checkRoles(roles, permissions, later);
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

/** `orders.*` stands for all that begin with `orders.`, and `*` for all. */
function matches(pattern: string, permission: string): boolean {
  return pattern.endsWith('*') ? permission.startsWith(pattern.slice(0, -1)) : permission === pattern;
}

function checkRoles(
  roles: AccessParts['roles'],
  permissions: readonly string[],
  later: readonly string[],
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
      .filter((pattern) => !later.some((prefix) => pattern.startsWith(`${prefix}.`)))
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

/** Adds the permissions of those names that are not there yet, and answers the new names. None is ever removed. */
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
