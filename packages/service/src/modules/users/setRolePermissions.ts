import { say, Text } from '@rowhouse/problems';
import type { Transaction } from 'kysely';
import { invalidRequest, ServiceError } from '../../base/errors.ts';
import { hasAuthorityOver, type User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { RoleDependencies } from './roles.ts';

export interface RolePermissionsChange {
  readonly caller: User;
  /** Id. */
  readonly role: number;
  /** Names of all permissions of the role, without duplicates. */
  readonly permissions: readonly string[];
}

export interface ChangedRole {
  readonly role: { readonly id: number; readonly label: string };
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Replaces the permissions of a role in one transaction. Concurrent changes of a role are serialized.
 *
 * @throws ServiceError if the role or a permission does not exist, or the caller may not give it.
 */
export function setRolePermissions(
  { db, hooks }: RoleDependencies,
  change: RolePermissionsChange,
): Promise<ChangedRole> {
  return hooks.changing(db, change.caller, async (transaction, tell) => {
    const role = await lockRole(transaction, change.role);
    const ids = await idsOf(transaction, change.permissions);
    const before = await permissionNames(transaction, role.id);
    const added = change.permissions.filter((name) => !before.includes(name));
    const removed = before.filter((name) => !ids.has(name));
    checkChanged(change.caller, role, { added, removed });
    await transaction.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
    const rows = [...ids.values()].map((permission_id) => ({ role_id: role.id, permission_id }));
    if (rows.length > 0) await transaction.insertInto('role_permissions').values(rows).execute();
    const permissions = { from: before, to: [...change.permissions].sort() };
    await tell({ kind: 'roles', id: role.id, action: 'updated', changes: { permissions } });
    return { role, added, removed };
  });
}

async function lockRole(db: Transaction<Database>, id: number) {
  const role = await db
    .selectFrom('roles')
    .select(['id', 'label', 'is_administrator as isAdministrator', 'is_superior as isSuperior'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (role === undefined) throw new ServiceError('service.not_found', say`Role ${id} does not exist.`);
  if (role.isAdministrator) {
    throw new ServiceError(
      'service.conflict',
      say`The role ${role.label} always has every permission. Give its users another role instead.`,
    );
  }

  return role;
}

/** Name → id. Throws for unknown names. */
async function idsOf(db: Transaction<Database>, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('permissions').select(['id', 'name']).orderBy('name').execute();
  const known = new Map(rows.map(({ id, name }) => [name, id]));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw invalidRequest({
      permissions: unknown.slice(0, 100).map((name) => unknownFault(name, [...known.keys()])),
    });
  }
  return new Map(names.map((name) => [name, known.get(name) as number]));
}

/** Suggests the permissions of the same group, such as `orders.show` for `orders.shwo`. */
function unknownFault(name: string, known: readonly string[]): Text {
  const group = name.slice(0, name.lastIndexOf('.') + 1);
  const related = group === '' ? [] : known.filter((candidate) => candidate.startsWith(group));
  const hint =
    related.length > 0
      ? say`write one of ${related.join(', ')}`
      : new Text('GET /api/roles/{role} lists all');
  return say`must have names of permissions only; ${JSON.stringify(name)} does not exist: ${hint}`;
}

async function permissionNames(db: Transaction<Database>, role: number): Promise<string[]> {
  const rows = await db
    .selectFrom('role_permissions')
    .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .select('permissions.name')
    .where('role_id', '=', role)
    .orderBy('permissions.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Throws if the caller lacks a changed permission, or changes a role of superiors without being one. */
function checkChanged(
  caller: User,
  role: Awaited<ReturnType<typeof lockRole>>,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): void {
  if (hasAuthorityOver(caller, { ...role, permissions: [...added, ...removed] })) return;
  const missing = (names: readonly string[]) => names.filter((name) => !caller.permissions.has(name));
  const [given, taken] = [missing(added), missing(removed)];
  if (given.length + taken.length === 0) {
    throw new ServiceError(
      'service.forbidden',
      say`The role ${role.label} belongs to superiors. Only superiors may change it. Ask an administrator.`,
    );
  }
  throw new ServiceError(
    'service.forbidden',
    given.length > 0
      ? say`You cannot give permissions that you do not have yourself: ${given.join(', ')}. Ask an administrator.`
      : say`You cannot take permissions that you do not have yourself: ${taken.join(', ')}. Ask an administrator.`,
  );
}
