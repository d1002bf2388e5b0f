import fastifyPlugin from 'fastify-plugin';
import { Type } from 'typebox';
import { access } from '../access/access.ts';
import type { User } from '../access/User.ts';

const role = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  label: Type.String(),
  isAdministrator: Type.Boolean(),
  isSuperior: Type.Boolean(),
});

/** A user as endpoints answer it. */
export const userSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  role,
  language: Type.String(),
  isActive: Type.Boolean(),
  isImpersonated: Type.Boolean(),
  impersonatedBy: Type.Union([Type.Integer(), Type.Null()]),
});

/** Who is signed in. */
export const coreRoutes = fastifyPlugin(
  async (app) => {
    app.get(
      '/api/core/me',
      {
        config: { name: 'core.me', access: 'signed-in' },
        schema: {
          tags: ['core'],
          summary: 'The signed-in user and the names of the routes that this user may call.',
          response: { 200: Type.Object({ user: userSchema, permissions: Type.Array(Type.String()) }) },
        },
      },
      async (request) => {
        const user = access.user(request) as User;
        return { user, permissions: [...user.permissions].sort() };
      },
    );
  },
  { name: 'core-routes', dependencies: ['guard'] },
);
