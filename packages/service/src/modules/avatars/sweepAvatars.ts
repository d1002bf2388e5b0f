import type { Avatars } from '@rowhouse/avatars';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { sendAvatarJob } from './avatarJob.ts';

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
