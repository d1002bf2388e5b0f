import fastifyPlugin from 'fastify-plugin';
import { Type } from 'typebox';
import type { User, UserDirectory } from '../../kernel/access/User.ts';
import { createRole, deleteRole, type RoleParts, renameRole } from './changeRoles.ts';
import { idSchema } from './idSchema.ts';

export interface RoleChangeRoutesOptions extends RoleParts {
  readonly directory: UserDirectory;
}

const params = Type.Object({ role: idSchema });
const label = Type.String({ pattern: '\\S', maxLength: 100 });
const closed = { additionalProperties: false };
const tags = ['roles'];

/** Creating, renaming and deleting roles. What they may do: roleRoutes.ts. */
export const roleChangeRoutes = fastifyPlugin<RoleChangeRoutesOptions>(
  async (app, { db, hooks, directory }) => {
    app.post<{ Body: { label: string; copyOf?: number | null } }>(
      '/api/roles',
      {
        config: { name: 'roles.store', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Create a role.',
          description:
            "With the permissions of another role, or with none. The copied role must not have more permissions than the caller's.",
          body: Type.Object(
            {
              label,
              copyOf: Type.Optional(
                Type.Unsafe<number | null>({
                  type: ['integer', 'null'],
                  minimum: 1,
                  maximum: 2_147_483_647,
                  description: 'Id of the role whose permissions are copied.',
                }),
              ),
            },
            closed,
          ),
          response: { 201: Type.Object({ message: Type.String(), id: Type.Integer() }) },
        },
      },
      async (request, reply) => {
        const { copyOf = null } = request.body;
        const text = request.body.label.trim();
        const id = await createRole({ db, hooks }, { caller: request.user as User, label: text, copyOf });
        directory.forget();
        request.log.info({ role: id, copyOf }, 'Role created');

        return reply.code(201).send({ message: `The role ${text} was created.`, id });
      },
    );

    app.patch<{ Params: { role: number }; Body: { label: string } }>(
      '/api/roles/:role',
      {
        config: { name: 'roles.update', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Rename a role.',
          description: 'Built-in roles cannot be changed.',
          params,
          body: Type.Object({ label }, closed),
          response: { 200: Type.Object({ message: Type.String() }) },
        },
      },
      async (request) => {
        const { role: id } = request.params;
        const text = request.body.label.trim();
        await renameRole({ db, hooks }, { caller: request.user as User, id, label: text });
        directory.forget();
        request.log.info({ role: id }, 'Role renamed');

        return { message: `The role is now called ${text}.` };
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
          response: { 200: Type.Object({ message: Type.String() }) },
        },
      },
      async (request) => {
        const { role: id } = request.params;
        const role = await deleteRole({ db, hooks }, { caller: request.user as User, id });
        directory.forget();
        request.log.info({ role: id }, 'Role deleted');

        return { message: `The role ${role.label} was deleted.` };
      },
    );
  },
  { name: 'role-change-routes', dependencies: ['guard'] },
);
