import type { CallFailure } from '@rowhouse/integrations';
import { type FailureGroup, mapParameters } from '@rowhouse/integrations/internal';
import type { EnglishText } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { defineServiceJob, type JobKind, type Jobs, type JobType } from '../../kernel/jobs/Jobs.ts';
import type { StoredText } from '../../kernel/language/translate.ts';
import type { NotificationContent, Notifier } from '../../kernel/module/Notifier.ts';
import { activeAdministrators } from '../users/index.ts';
import { callFault } from './callFault.ts';

interface ApiCallErrorDependencies {
  readonly db: Kysely<Database>;
  readonly notifier: Notifier;
  readonly config: Pick<Config, 'tables'>;
}

/**
 * Notifies active administrators of equal failures: in the application after the first failure, and by mail, with the
 * count, when the window has ended. Each administrator is notified once, however often the job runs.
 */
export function apiCallErrorJob({ db, notifier, config }: ApiCallErrorDependencies): JobKind<FailureNotice> {
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

/** The user during whose request the call failed. Notices of older versions have none. */
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

/** Sends the job that notifies administrators, so that the failed call does not wait for it. */
export async function sendApiCallError(
  jobs: Jobs,
  config: Pick<Config, 'tables'>,
  group: FailureGroup,
): Promise<void> {
  await jobs.send(jobType(config), failureNotice(group));
}

function jobType({ tables }: Pick<Config, 'tables'>): JobType<FailureNotice> {
  return defineServiceJob({ name: 'api-call.error', queue: tables.queues.notifications });
}

/** A group as the JSON payload of its job. */
interface FailureNotice extends Pick<FailureGroup, 'key' | 'stage' | 'count' | 'isOverflow'> {
  readonly failure: CallFailure;
  /** ISO 8601, as endsAt. */
  readonly startedAt: string;
  readonly endsAt: string;
}

/** Maximum lengths, in characters. */
const maxLength = { address: 200, outcome: 300 };

/** The payload of the job, with long texts cut. */
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
      error: failure.error === null ? null : cut(failure.error, maxLength.outcome),
      fault: mapParameters(failure.fault ?? null, (value) => cut(value, maxLength.outcome)),
    },
    startedAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}

/** The user who made the call; without a name if the user was deleted. */
interface FailureUser {
  readonly id: number | string;
  readonly name?: string;
  readonly email?: string;
}

/** The notification for administrators, without its `key`. */
export function failureContent(
  notice: FailureNotice,
  user: FailureUser | null = null,
): Omit<NotificationContent, 'key'> {
  const { failure, isOverflow, count, startedAt, endsAt } = notice;
  const { direction, method, callId } = failure;
  const body = bodyOf(notice);
  const parameters = {
    method,
    address: addressOf(failure),
    outcome: outcomeText(failure),
    count,
    since: { instant: startedAt },
    until: { instant: endsAt },
  };
  const line = user && { text: userLineOf(notice), parameters: { user: userOf(user) } };

  return {
    type: 'apiCall.error',
    title: isOverflow ? titles.many : titles[direction],
    ...(line === null
      ? { body, parameters }
      : { body: '{body}\n{line}', parameters: { ...parameters, body: { text: body, parameters }, line } }),
    link: { path: `/system/api-logs/${callId}`, label: 'Show the call' },
  };
}

/** The failure as a line of the log. */
export function failureLine(group: FailureGroup): string {
  const { failure, count } = failureNotice(group);
  const { direction, method, callId } = failure;

  return `${direction} API call failed${count > 1 ? ` ${count} times` : ''}: ${method} ${addressOf(failure)}: ${outcomeOf(failure)} (call ${callId}).`;
}

const titles = {
  Outbound: 'A call to another service failed: {method} {address}',
  Inbound: 'A call from another program failed: {method} {address}',
  many: 'Many different API calls failed',
} as const;

const userLines = { only: 'User: {user}', first: 'User of the first call: {user}' } as const;

function bodyOf({ stage, count, isOverflow }: FailureNotice): EnglishText {
  if (isOverflow) {
    return stage === 'opened'
      ? 'Since {since}, too many different calls have failed to report each one. One of them: {method} {address}: {outcome}'
      : '{count} failures since {since}, in too many different calls to report each one. One of them: {method} {address}: {outcome}';
  }
  if (stage === 'opened') return 'At {since}: {outcome}\nEqual failures are counted until {until}.';

  return count === 1 ? 'Once, at {since}: {outcome}' : '{count} times since {since}: {outcome}';
}

/** Equal failures may have several users; the group has the first one. */
function userLineOf({ stage, count, isOverflow }: FailureNotice): EnglishText {
  return isOverflow || (stage === 'closed' && count > 1) ? userLines.first : userLines.only;
}

function userOf({ id, name, email }: FailureUser): string {
  return [name, email && `<${email}>`, `(id ${id})`].filter(Boolean).join(' ');
}

/** The outcome as a text that is translated when it is shown. */
function outcomeText({ status, error, fault = null }: CallFailure): StoredText | string {
  if (error === null) return outcomeOf({ status, error });
  const reason = callFault(error, fault);

  return status === null
    ? reason
    : { text: 'HTTP {status}: {reason}', parameters: { status: String(status), reason } };
}

function outcomeOf({ status, error }: Pick<CallFailure, 'status' | 'error'>): string {
  if (error === null) return status === null ? '-' : `HTTP ${status}`;

  return status === null ? error : `HTTP ${status}: ${error}`;
}

/** The endpoint's name if the call failed before its address was known. */
function addressOf({ url, endpoint }: CallFailure): string {
  return url === '' ? (endpoint ?? '') : url;
}

/** Without the query string. */
function shortAddress(url: string): string {
  return cut(url.split(/[?#]/, 1)[0] ?? '', maxLength.address);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
