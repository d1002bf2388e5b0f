import { say, Text } from '@rowhouse/problems';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { ServiceError } from '../../base/errors.ts';
import { hasAuthorityOver, type User, type UserDirectory } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import {
  done,
  idSchema,
  type NewRole,
  newRole,
  type PermissionsChange,
  permissionsChange,
  permissionsChanged,
  type RoleChange,
  type RolePermissions,
  type RoleSummary,
  roleChange,
  roleCreated,
  rolePermissions,
  roleSummary,
} from './messages.ts';
import {
  createRole,
  deleteRole,
  isBuiltIn,
  loadRoles,
  type RoleDependencies,
  type RoleWithPermissions,
  renameRole,
} from './roles.ts';
import { setRolePermissions } from './setRolePermissions.ts';

interface RoleRoutesOptions extends RoleDependencies {
  readonly users: UserDirectory;
}

const params = Type.Object({ role: idSchema });
const tags = ['roles'];
/** Roles and their permissions. */
export const roleRoutes = fastifyPlugin<RoleRoutesOptions>(
  async (app, { db, hooks, users }) => {
    const describe = (language: string) => (name: string) => ({
      name,
      ...app.permissionCatalogue.describe(language, name),
    });

    app.get<{ Reply: RoleSummary[] }>(
      '/api/roles',
      {
        config: { name: 'roles.index' },
        schema: {
          tags,
          summary: 'All roles, with the numbers of their users and permissions.',
          response: { 200: Type.Array(roleSummary) },
        },
      },
      async (request) => {
        const [roles, users, all] = await Promise.all([loadRoles(db), countUsers(db), permissionNames(db)]);
        return roles.map((role) => ({
          ...listed(request.user as User, role),
          users: users.get(role.id) ?? 0,
          permissions: countDescribed(permissionsOf(role, all).map(describe(request.language))),
        }));
      },
    );

    app.get<{ Params: { role: number }; Reply: RolePermissions }>(
      '/api/roles/:role',
      {
        config: { name: 'roles.show' },
        schema: {
          tags,
          summary: 'A role, its permissions, and all existing permissions.',
          params,
          response: { 200: rolePermissions },
        },
      },
      async (request) => {
        const { role: id } = request.params;
        const [roles, users, all] = await Promise.all([loadRoles(db), countUsers(db), permissionNames(db)]);
        const role = roles.find((candidate) => candidate.id === id);
        if (role === undefined) throw new ServiceError('service.not_found', say`Role ${id} does not exist.`);
        return {
          role: { ...listed(request.user as User, role), users: users.get(id) ?? 0 },
          permissions: permissionsOf(role, all),
          all: all.map(describe(request.language)),
        };
      },
    );

    app.put<{ Params: { role: number }; Body: PermissionsChange }>(
      '/api/roles/:role/permissions',
      {
        config: { name: 'roles.permissions.update', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Replace the permissions of a role.',
          description:
            'Only administrators may add or remove a permission that they do not have themselves; only superiors may ' +
            'change a role of superiors. The role of administrators has all permissions and cannot be changed.',
          params,
          body: permissionsChange,
          response: { 200: permissionsChanged },
        },
      },
      async (request) => {
        const { role: id } = request.params;
        const permissions = [...new Set(request.body.permissions)].sort();
        const { role, added, removed } = await setRolePermissions(
          { db, hooks },
          {
            caller: request.user as User,
            role: id,
            permissions,
          },
        );
        users.forget();
        request.log.info({ role: role.id, added, removed }, 'Permissions of a role changed');
        const message = new Text('The role {0} now has {1|# permission|# permissions}.', [
          role.label,
          permissions.length,
        ]);
        return { message: request.inLanguage(message), permissions };
      },
    );
  },
  { name: 'role-routes', dependencies: ['guard'] },
);

function listed(caller: User, role: RoleWithPermissions) {
  return { ...role, isBuiltIn: isBuiltIn(role), mayManage: hasAuthorityOver(caller, role) };
}

/** As the page of a role lists them: permissions with equal labels are one. */
function countDescribed(permissions: readonly { readonly label: string; readonly group: string }[]): number {
  return new Set(permissions.map(({ group, label }) => `${group}\n${label}`)).size;
}

function permissionsOf(role: RoleWithPermissions, all: readonly string[]): readonly string[] {
  return role.isAdministrator ? all : role.permissions;
}

async function permissionNames(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('permissions').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Role id → number of users. */
async function countUsers(db: Kysely<Database>): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('users')
    .select((select) => ['role_id', select.fn.countAll<string>().as('users')])
    .groupBy('role_id')
    .execute();
  return new Map(rows.map(({ role_id, users }) => [role_id, Number(users)]));
}

/** Creating, renaming and deleting roles. */
export const roleChangeRoutes = fastifyPlugin<RoleRoutesOptions>(
  async (app, { db, hooks, users }) => {
    app.post<{ Body: NewRole }>(
      '/api/roles',
      {
        config: { name: 'roles.store', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Create a role.',
          description:
            "With the permissions of another role, or with none. The copied role must not have more permissions than the caller's.",
          body: newRole,
          response: { 201: roleCreated },
        },
      },
      async (request, reply) => {
        const { copyOf = null } = request.body;
        const text = request.body.label.trim();
        const id = await createRole({ db, hooks }, { caller: request.user as User, label: text, copyOf });
        users.forget();
        request.log.info({ role: id, copyOf }, 'Role created');

        return reply.code(201).send({ message: request.inLanguage(say`The role ${text} was created.`), id });
      },
    );

    app.patch<{ Params: { role: number }; Body: RoleChange }>(
      '/api/roles/:role',
      {
        config: { name: 'roles.update', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Rename a role.',
          description: 'Built-in roles cannot be changed.',
          params,
          body: roleChange,
          response: { 200: done },
        },
      },
      async (request) => {
        const { role: id } = request.params;
        const text = request.body.label.trim();
        await renameRole({ db, hooks }, { caller: request.user as User, id, label: text });
        users.forget();
        request.log.info({ role: id }, 'Role renamed');

        return { message: request.inLanguage(say`The role is now called ${text}.`) };
      },
    );

    app.delete<{ Params: { role: number } }>(
      '/api/roles/:role',
      {
        config: { name: 'roles.destroy', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Delete a role that no user has.',
          description: 'Built-in roles cannot be changed.',
          params,
          response: { 200: done },
        },
      },
      async (request) => {
        const { role: id } = request.params;
        const role = await deleteRole({ db, hooks }, { caller: request.user as User, id });
        users.forget();
        request.log.info({ role: id }, 'Role deleted');

        return { message: request.inLanguage(say`The role ${role.label} was deleted.`) };
      },
    );
  },
  { name: 'role-change-routes', dependencies: ['guard'] },
);
