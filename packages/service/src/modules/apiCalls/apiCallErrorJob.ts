import type { FailureGroup } from '@rowhouse/integrations';
import type { Kysely } from 'kysely';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { defineJob, type JobKind, type Jobs, type JobType } from '../../kernel/jobs/Jobs.ts';
import type { Notifier } from '../../kernel/Notifier.ts';
import { activeAdministrators } from '../users/index.ts';
import { type FailureNotice, type FailureUser, failureContent, failureNotice } from './failureText.ts';

export interface ApiCallErrorParts {
  readonly db: Kysely<Database>;
  readonly notifier: Notifier;
  readonly config: Pick<Config, 'tables'>;
}

/**
 * Tells active administrators of equal failures: in the application as soon as the first one happens, and by mail, with
 * the count, when their window is over. Each is told once, however often the job runs.
 */
export function apiCallErrorJob({ db, notifier, config }: ApiCallErrorParts): JobKind<FailureNotice> {
  return addressOf(config).handledBy({
    run: async (notice, { signal }) => {
      const user = await userOf(db, notice.failure.userId);
      const content = { ...failureContent(notice, user), key: `apiCall.error.${notice.key}` };
      for (const { id } of await activeAdministrators(db).select('users.id').execute()) {
        signal.throwIfAborted();
        if (notice.stage === 'opened')
          await notifier.notify(id, content, { channels: ['database', 'broadcast'] });
        else await notifier.revise(id, content, { channels: ['mail', 'database', 'broadcast'] });
      }
    },
  });
}

/** During whose request the call failed. A notice of an older version has nobody. */
async function userOf(
  db: Kysely<Database>,
  id: FailureNotice['failure']['userId'] | undefined,
): Promise<FailureUser | null> {
  if (id === null || id === undefined) return null;
  if (!Number.isSafeInteger(Number(id))) return { id };
  const found = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', Number(id))
    .executeTakeFirst();

  return { id, ...found };
}

/** Only puts a job on the queue: telling people is no part of the call that failed. */
export async function sendApiCallError(
  jobs: Jobs,
  config: Pick<Config, 'tables'>,
  group: FailureGroup,
): Promise<void> {
  await jobs.send(addressOf(config), failureNotice(group));
}

function addressOf({ tables }: Pick<Config, 'tables'>): JobType<FailureNotice> {
  return defineJob({ name: 'api-call.error', queue: tables.queues.notifications });
}
