import './avatarTables.ts';
import type { Avatars } from '@rowhouse/avatars';
import { type AvatarActor, avatars as plugin } from '@rowhouse/avatars/fastify';
import fastifyPlugin from 'fastify-plugin';
import { type Kysely, sql } from 'kysely';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';
import { defineModule } from '../../kernel/Module.ts';
import { avatarJob, sendAvatarJob } from './avatarJob.ts';
import * as avatarTables from './migrations/0006_avatars.ts';
import { serviceAvatars } from './serviceAvatars.ts';

export interface AvatarSweepParts {
  readonly db: Kysely<Database>;
  readonly avatars: Avatars;
  readonly jobs: Jobs;
}

/** Most users who are given another job at a time; what is left is for the command. */
const mostUsers = 1000;

/**
 * Removes files that no avatar has, and answers how many. New users whose job was lost, because their process was
 * killed or the storage was away for long, get another one.
 */
export async function sweepAvatars({ db, avatars, jobs }: AvatarSweepParts): Promise<number> {
  const forgotten = await db
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select('users.id')
    .where('avatars.id', 'is', null)
    .where('users.created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('users.created_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .orderBy('users.id')
    .limit(mostUsers)
    .execute();
  for (const { id } of forgotten) await sendAvatarJob(jobs, { user: id });

  return avatars.removeOrphans();
}

/** Storing, renewing and showing avatars. No permission is needed: who may do what with which is the plugin's policy. */
const avatarRoutes = fastifyPlugin<{ readonly avatars: Avatars }>(
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

export { sendAvatarJob, sendChangedAvatarJob } from './avatarJob.ts';
export { avatarOf, avatarSchema, type UserAvatar } from './avatarOf.ts';

declare module '../../kernel/Module.ts' {
  interface Provided {
    readonly avatars: Avatars;
  }
}

/** One image for every user: drawn, looked up or uploaded. */
export const avatars = defineModule({
  name: 'avatars',
  migrations: { '0006_avatars': avatarTables },
  open: ({ db, files, config, log }) => ({
    provides: { avatars: serviceAvatars({ db, files, config, log }) },
  }),
  routes: async (app, { avatars }) => {
    await app.register(avatarRoutes, { avatars });
  },
  jobs: ({ avatars }) => [avatarJob(avatars)],
  background: ({ db, avatars, jobs, log }) =>
    repeat(
      async () => {
        const swept = await sweepAvatars({ db, avatars, jobs });
        if (swept > 0) log('info', `Deleted ${swept} orphaned images.`);
      },
      {
        first: 0,
        every: 600_000,
        onError: (error) => log('warn', `Orphaned images were not deleted: ${(error as Error).message}`),
      },
    ),
});
