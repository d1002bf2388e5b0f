import { type EnglishText, say, Text } from '@rowhouse/problems';
import { type Kysely, sql, type Transaction } from 'kysely';
import { invalidRequest, ServiceError } from '../../base/errors.ts';
import { hasAuthorityOver, type Role, type User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { changesOf, type HookCalls } from '../../kernel/hooks/createHooks.ts';

/** A role with the names of its granted permissions; administrators have all permissions without a grant. */
export interface RoleWithPermissions extends Role {
  readonly permissions: readonly string[];
}

/** All roles, by id. */
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

/** Names of the roles with permissions, those with the fewest first. */
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

/** Ids below 100 are reserved for built-in roles. */
export function isBuiltIn({ id }: { readonly id: number }): boolean {
  return id < 100;
}

export interface RoleDependencies {
  readonly db: Kysely<Database>;
  readonly hooks: HookCalls;
}

interface NewRole {
  readonly caller: User;
  /** Without surrounding spaces. */
  readonly label: string;
  /** Id of the role whose permissions are copied; null for none. */
  readonly copyOf: number | null;
}

/**
 * Creates a role, without permissions or with those of another, and returns its id.
 *
 * @throws ServiceError if the name is taken, or the copied role has more permissions than the caller.
 */
export function createRole(
  { db, hooks }: RoleDependencies,
  { caller, label, copyOf }: NewRole,
): Promise<number> {
  return hooks.changing(db, caller, async (transaction, tell) => {
    const roles = await lockRoles(transaction, copyOf);
    checkLabel(roles, label, null);
    const source = copyOf === null ? null : findCopied(caller, roles, copyOf);
    const { id } = await transaction
      .insertInto('roles')
      .values({ name: nameFor(roles, label), label, is_superior: source?.isSuperior ?? false })
      .returning('id')
      .executeTakeFirstOrThrow();
    const permissions = source?.permissions ?? [];
    if (permissions.length > 0) {
      await transaction
        .insertInto('role_permissions')
        .columns(['role_id', 'permission_id'])
        .expression(
          transaction
            .selectFrom('permissions')
            .select([sql<number>`${id}::integer`.as('role_id'), 'id as permission_id'])
            // Those that were checked.
            .where('name', 'in', permissions),
        )
        .execute();
    }

    await tell({ kind: 'roles', id, action: 'created', changes: changesOf({}, { label, permissions }) });

    return id;
  });
}

/** @throws ServiceError if the role is built in or has more permissions than the caller, or the name is taken. */
export function renameRole(
  { db, hooks }: RoleDependencies,
  { caller, id, label }: { readonly caller: User; readonly id: number; readonly label: string },
): Promise<void> {
  return hooks.changing(db, caller, async (transaction, tell) => {
    const roles = await lockRoles(transaction, id);
    const role = findRole(roles, id);
    checkManaged(caller, role);
    checkLabel(roles, label, id);
    await transaction
      .updateTable('roles')
      .set({ label, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    const changes = changesOf({ label: role.label }, { label });
    await tell({ kind: 'roles', id, action: 'updated', changes });
  });
}

/**
 * Returns the deleted role.
 *
 * @throws ServiceError if the role is built in, has more permissions than the caller, or has users.
 */
export function deleteRole(
  { db, hooks }: RoleDependencies,
  { caller, id }: { readonly caller: User; readonly id: number },
): Promise<RoleWithPermissions> {
  return hooks.changing(db, caller, async (transaction, tell) => {
    // A concurrent assignment of the role waits for this lock, and then fails.
    const role = findRole(await lockRoles(transaction, id), id);
    checkManaged(caller, role);
    const { users } = await transaction
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('users'))
      .where('role_id', '=', id)
      .executeTakeFirstOrThrow();
    if (Number(users) > 0) {
      throw conflict(
        new Text('{0|# user still has|# users still have} the role {1}. Give them another role first.', [
          Number(users),
          role.label,
        ]),
      );
    }
    await transaction.deleteFrom('roles').where('id', '=', id).execute();
    const { label, permissions } = role;
    await tell({ kind: 'roles', id, action: 'deleted', changes: changesOf({ label, permissions }, {}) });

    return role;
  });
}

/**
 * All roles; creating, renaming and deleting roles, and changing the permissions of `of`, is locked until the transaction
 * ends.
 */
async function lockRoles(db: Transaction<Database>, of: number | null): Promise<RoleWithPermissions[]> {
  await sql`select pg_advisory_xact_lock(hashtext('rowhouse.roles'))`.execute(db);
  if (of !== null) await db.selectFrom('roles').select('id').where('id', '=', of).forUpdate().execute();

  return loadRoles(db);
}

function findRole(roles: readonly RoleWithPermissions[], id: number): RoleWithPermissions {
  const role = roles.find((candidate) => candidate.id === id);
  if (role === undefined) throw new ServiceError('service.not_found', say`Role ${id} does not exist.`);

  return role;
}

function findCopied(caller: User, roles: readonly RoleWithPermissions[], id: number): RoleWithPermissions {
  const role = roles.find((candidate) => candidate.id === id);
  if (role === undefined)
    throw invalidRequest({ copyOf: [say`must be the id of a role; role ${id} does not exist`] });
  if (role.isAdministrator) {
    throw conflict(say`The role ${role.label} always has every permission, so there is nothing to copy.`);
  }
  checkAuthority(caller, role);

  return role;
}

function checkManaged(caller: User, role: RoleWithPermissions): void {
  if (isBuiltIn(role)) {
    throw conflict(say`The role ${role.label} is built in and can be neither renamed nor deleted.`);
  }
  checkAuthority(caller, role);
}

function checkAuthority(caller: User, role: RoleWithPermissions): void {
  if (hasAuthorityOver(caller, role)) return;
  throw new ServiceError(
    'service.forbidden',
    say`The role ${role.label} has permissions that you do not have, so you can neither change nor copy it. Ask an administrator.`,
  );
}

function checkLabel(roles: readonly RoleWithPermissions[], label: string, current: number | null): void {
  const same = roles.find((role) => role.id !== current && role.label.toLowerCase() === label.toLowerCase());
  if (same !== undefined)
    throw invalidRequest({ label: [say`must be another name: the role ${same.label} exists`] });
}

/** The name for code, which does not change with the label. */
function nameFor(roles: readonly RoleWithPermissions[], label: string): string {
  const base =
    label
      .normalize('NFKD')
      .replace(/[^\w\s-]/g, '')
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, '-') || 'role';
  const taken = new Set(roles.map(({ name }) => name));
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;

  return name;
}

function conflict(message: EnglishText | Text): ServiceError {
  return new ServiceError('service.conflict', message);
}
