import { AvatarError, type AvatarSource, type Avatars, avatarSources } from '@rowhouse/avatars';
import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { defineJob, type JobKind, type Jobs } from '../../kernel/jobs/Jobs.ts';

export interface AvatarJobData {
  readonly user: number;
  /** Avatars of these sources are made anew; others stay. Without it, only one that is missing is made. */
  readonly anew?: readonly AvatarSource[];
}

const job = defineJob<AvatarJobData>({ name: 'avatar.generate', queue: 'avatars' });

/** Makes a user's default avatar. */
export function avatarJob(avatars: Avatars): JobKind<AvatarJobData> {
  return job.handledBy({
    run: async ({ user, anew = [] }, { signal }) => {
      try {
        await avatars.generate(user, {
          keep: avatarSources.filter((source) => !anew.includes(source)),
          signal,
        });
      } catch (error) {
        // The user is gone meanwhile.
        if (!(error instanceof AvatarError) || error.code !== 'avatars.not_found') throw error;
      }
    },
  });
}

/** Has it made in the background; given a transaction, only if that commits. */
export async function sendAvatarJob(jobs: Jobs, data: AvatarJobData, db?: Kysely<Database>): Promise<void> {
  await jobs.send(job, data, { ...(db && { db }) });
}

/**
 * What a change of a user's name and e-mail address means for a default avatar; uploads stay. Initials are drawn anew,
 * and an image that was looked up by another address is not shown any more.
 */
export async function sendChangedAvatarJob(
  jobs: Jobs,
  user: number,
  changed: { readonly name: boolean; readonly email: boolean },
  db: Kysely<Database>,
): Promise<void> {
  if (!changed.name && !changed.email) return;
  const anew: AvatarSource[] = changed.email ? ['initials', 'external'] : ['initials'];
  await sendAvatarJob(jobs, { user, anew }, db);
}
