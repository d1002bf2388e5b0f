import type { Avatars } from '@rowhouse/avatars';
import { type AvatarActor, avatars as plugin } from '@rowhouse/avatars/fastify';
import fastifyPlugin from 'fastify-plugin';
import type { User } from '../../kernel/access/User.ts';

/** Storing, renewing and showing avatars. No permission is needed: who may do what with which is the plugin's policy. */
export const avatarRoutes = fastifyPlugin<{ readonly avatars: Avatars }>(
  async (app, { avatars }) => {
    const config = { access: 'signed-in' } as const;
    await app.register(plugin, {
      avatars,
      actor: ({ user }) => user && actorOf(user),
      config: { store: config, update: config, show: config },
    });
  },
  { name: 'avatar-routes', dependencies: ['guard'] },
);

function actorOf({ id, isActive, isImpersonated, role }: User): AvatarActor {
  return { id, isActive, isImpersonated, isSuperior: role.isSuperior };
}
