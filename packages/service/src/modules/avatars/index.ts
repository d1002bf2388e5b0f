import './avatarTables.ts';
import type { Avatars } from '@rowhouse/avatars';
import { repeat } from '../../kernel/jobs/repeat.ts';
import { defineModule } from '../../kernel/Module.ts';
import { avatarJob } from './avatarJob.ts';
import { avatarRoutes } from './avatarRoutes.ts';
import * as avatarTables from './migrations/0006_avatars.ts';
import { serviceAvatars } from './serviceAvatars.ts';
import { sweepAvatars } from './sweepAvatars.ts';

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
        if (swept > 0) log('info', `Swept: ${swept} images that no avatar has.`);
      },
      {
        first: 0,
        every: 600_000,
        onError: (error) => log('warn', `Avatars were not swept: ${(error as Error).message}`),
      },
    ),
});
