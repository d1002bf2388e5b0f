import './config.ts';
import { AvatarError, type Avatars } from '@rowhouse/avatars';
import { type AvatarActor, avatars as plugin } from '@rowhouse/avatars/fastify';
import { type AvatarSource, avatarSources } from '@rowhouse/avatars/internal';
import fastifyPlugin from 'fastify-plugin';
import { type Kysely, sql } from 'kysely';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { problemTranslation } from '../../kernel/http/errorHandling.ts';
import { defineServiceJob, type JobKind, type Jobs } from '../../kernel/jobs/Jobs.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';
import type { Translate } from '../../kernel/language/translate.ts';
import { defineModule } from '../../kernel/module/Module.ts';
import { avatarsConfig } from './config.ts';
import { generateCommand } from './generateCommand.ts';
import ar from './locales/ar.json' with { type: 'json' };
import de from './locales/de.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import ro from './locales/ro.json' with { type: 'json' };
import * as avatarTables from './migrations/0006_avatars.ts';
import { serviceAvatars } from './serviceAvatars.ts';

interface AvatarJobData {
  readonly user: number;
  /** Sources whose avatars are replaced. By default, only a missing avatar is created. */
  readonly replaced?: readonly AvatarSource[];
}

const job = defineServiceJob<AvatarJobData>({ name: 'avatar.generate', queue: 'avatars' });

/** Creates a user's default avatar. */
function avatarJob(avatars: Avatars): JobKind<AvatarJobData> {
  return job.handledBy({
    run: async ({ user, replaced = [] }, { signal }) => {
      try {
        await avatars.generate(user, {
          keep: avatarSources.filter((source) => !replaced.includes(source)),
          signal,
        });
      } catch (error) {
        // The user was deleted in the meantime.
        if (!(error instanceof AvatarError) || error.code !== 'avatars.not_found') throw error;
      }
    },
  });
}

/** Creates the avatar in the background; with a transaction, only if that commits. */
export async function sendAvatarJob(jobs: Jobs, data: AvatarJobData, db?: Kysely<Database>): Promise<void> {
  await jobs.send(job, data, { ...(db && { db }) });
}

/**
 * Updates a default avatar after a change of the user's name or e-mail address; uploads stay. Initials are drawn again,
 * and an image of the previous address is replaced.
 */
export async function sendChangedAvatarJob(
  jobs: Jobs,
  user: number,
  changed: { readonly name: boolean; readonly email: boolean },
  db: Kysely<Database>,
): Promise<void> {
  if (!changed.name && !changed.email) return;
  const replaced: AvatarSource[] = changed.email ? ['initials', 'external'] : ['initials'];
  await sendAvatarJob(jobs, { user, replaced }, db);
}

/**
 * Removes files without an avatar, and returns their number. At most 1,000 new users whose job was lost get another one;
 * the command `app:avatars:generate` creates the rest.
 */
export async function sweepAvatars({
  db,
  avatars,
  jobs,
}: {
  readonly db: Kysely<Database>;
  readonly avatars: Avatars;
  readonly jobs: Jobs;
}): Promise<number> {
  const users = await db
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select('users.id')
    .where('avatars.id', 'is', null)
    .where('users.created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('users.created_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .orderBy('users.id')
    .limit(1000)
    .execute();
  for (const { id } of users) await sendAvatarJob(jobs, { user: id });

  return avatars.removeOrphans();
}

/** Storing, replacing and showing avatars. The plugin's policy replaces permissions. */
const avatarRoutes = fastifyPlugin<{ readonly avatars: Avatars; readonly translate: Translate }>(
  async (app, { avatars, translate }) => {
    const config = { access: 'signed-in' } as const;
    await app.register(plugin, {
      avatars,
      actor: ({ user }) => user && actorOf(user),
      config: { store: config, update: config, show: config },
      translateFor: (request) => problemTranslation(request, translate),
    });
  },
  { name: 'avatar-routes', dependencies: ['guard'] },
);

function actorOf({ id, isActive, isImpersonated, role }: User): AvatarActor {
  return { id, isActive, isImpersonated, isSuperior: role.isSuperior };
}

export { avatarOf } from './serviceAvatars.ts';

declare module '../../kernel/module/Provides.ts' {
  interface BuiltInProvides {
    readonly avatars: {
      readonly avatars: Avatars;
    };
  }
}

/** One image per user: drawn, looked up or uploaded. */
export const avatars = defineModule({
  name: 'avatars',
  locales: { de, fr, es, ro, ar },
  config: avatarsConfig,
  migrations: { '0006_avatars': avatarTables },
  open: ({ db, files, config, logger }) => ({
    provides: { avatars: serviceAvatars({ db, files, config, logger }) },
  }),
  routes: async (app, { avatars, translate }) => {
    await app.register(avatarRoutes, { avatars, translate });
  },
  jobs: ({ avatars }) => [avatarJob(avatars)],
  // One per job.
  connections: ({ queues }, names) => (names.includes(job.queue) ? (queues[job.queue]?.concurrency ?? 1) : 0),
  commands: { 'app:avatars:generate': generateCommand },
  background: ({ db, avatars, jobs, logger }) =>
    repeat(
      async () => {
        const swept = await sweepAvatars({ db, avatars, jobs });
        if (swept > 0) logger.info(`Deleted ${swept} orphaned images.`);
      },
      {
        first: 0,
        every: 600_000,
        onError: (error) => logger.warn(`Orphaned images were not deleted: ${(error as Error).message}`),
      },
    ),
});
