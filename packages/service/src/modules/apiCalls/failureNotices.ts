import type { CallFailure, FailureGroup } from '@rowhouse/integrations';
import type { Kysely } from 'kysely';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { defineJob } from '../../kernel/jobs/defineJob.ts';
import type { JobKind, Jobs, JobType } from '../../kernel/jobs/Jobs.ts';
import type { NotificationContent, Notifier } from '../../kernel/Notifier.ts';
import { activeAdministrators } from '../users/index.ts';

interface ApiCallErrorParts {
  readonly db: Kysely<Database>;
  readonly notifier: Notifier;
  readonly config: Pick<Config, 'tables'>;
}

/**
 * Tells active administrators of equal failures: in the application as soon as the first one happens, and by mail, with
 * the count, when their window is over. Each is told once, however often the job runs.
 */
export function apiCallErrorJob({ db, notifier, config }: ApiCallErrorParts): JobKind<FailureNotice> {
  return jobType(config).handledBy({
    run: async (notice, { signal }) => {
      const user = await findUser(db, notice.failure.userId);
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
async function findUser(
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
  await jobs.send(jobType(config), failureNotice(group));
}

function jobType({ tables }: Pick<Config, 'tables'>): JobType<FailureNotice> {
  return defineJob({ name: 'api-call.error', queue: tables.queues.notifications });
}

/** A group as its job carries it, in JSON. */
interface FailureNotice extends Pick<FailureGroup, 'key' | 'stage' | 'count' | 'isOverflow'> {
  readonly failure: CallFailure;
  /** ISO 8601, as endsAt. */
  readonly startedAt: string;
  readonly endsAt: string;
}

/** Lengths in characters: what is told fits a list, and a mail. */
const most = { address: 200, outcome: 300 };

/** Small enough for a queue, whatever was called. */
export function failureNotice(group: FailureGroup): FailureNotice {
  const { key, stage, count, isOverflow, failure, startedAt, endsAt } = group;

  return {
    key,
    stage,
    count,
    isOverflow,
    failure: {
      ...failure,
      url: shortAddress(failure.url),
      error: failure.error === null ? null : cut(failure.error, most.outcome),
    },
    startedAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}

/** Who made a call, as an administrator reads it; without a name when the user is not known any more. */
interface FailureUser {
  readonly id: number | string;
  readonly name?: string;
  readonly email?: string;
}

/** What an administrator reads; without its `key`. */
export function failureContent(
  notice: FailureNotice,
  user: FailureUser | null = null,
): Omit<NotificationContent, 'key'> {
  const { failure, isOverflow, count, startedAt, endsAt } = notice;
  const { direction, method, callId } = failure;

  return {
    type: 'apiCall.error',
    title: isOverflow ? titles.many : titles[direction],
    body: bodyOf(notice) + (user === null ? '' : userLineOf(notice)),
    parameters: {
      method,
      address: addressOf(failure),
      outcome: outcomeOf(failure),
      count,
      since: { instant: startedAt },
      until: { instant: endsAt },
      ...(user !== null && { user: userOf(user) }),
    },
    link: { path: `/system/api-logs/${callId}`, label: 'Show the call' },
  };
}

/** The same as one line of the log. */
export function failureLine(group: FailureGroup): string {
  const { failure, count } = failureNotice(group);
  const { direction, method, callId } = failure;

  return `${direction} API call failed${count > 1 ? ` ${count} times` : ''}: ${method} ${addressOf(failure)}: ${outcomeOf(failure)} (call ${callId}).`;
}

const titles = {
  Outbound: 'A call to another service failed: {method} {address}',
  Inbound: 'A call of another program failed here: {method} {address}',
  many: 'Many different API calls failed',
} as const;

const userLines = { only: '\nUser: {user}', first: '\nUser of the first call: {user}' } as const;

function bodyOf({ stage, count, isOverflow }: FailureNotice): string {
  if (isOverflow) {
    return stage === 'opened'
      ? 'Since {since}, more different calls have failed than are told one by one. One of them: {method} {address}: {outcome}'
      : '{count} times since {since}, in calls too different to be told one by one. One of them: {method} {address}: {outcome}';
  }
  if (stage === 'opened') return 'At {since}: {outcome}\nEqual failures are counted until {until}.';

  return count === 1 ? 'Once, at {since}: {outcome}' : '{count} times since {since}: {outcome}';
}

/** Equal failures may be of several users: the group has the first one. */
function userLineOf({ stage, count, isOverflow }: FailureNotice): string {
  return isOverflow || (stage === 'closed' && count > 1) ? userLines.first : userLines.only;
}

function userOf({ id, name, email }: FailureUser): string {
  return [name, email && `<${email}>`, `(id ${id})`].filter(Boolean).join(' ');
}

function outcomeOf({ status, error }: CallFailure): string {
  if (error === null) return status === null ? '-' : `HTTP ${status}`;

  return status === null ? error : `HTTP ${status}: ${error}`;
}

/** The endpoint's name for a call that ended before anybody knew its address. */
function addressOf({ url, endpoint }: CallFailure): string {
  return url === '' ? (endpoint ?? '') : url;
}

/** Without the query, which says little to a reader. */
function shortAddress(url: string): string {
  return cut(url.split(/[?#]/, 1)[0] ?? '', most.address);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
