import type { CallFailure, FailureGroup } from '@rowhouse/integrations';
import type { NotificationContent } from '../../kernel/Notifier.ts';

/** A group as its job carries it, in JSON. */
export interface FailureNotice extends Pick<FailureGroup, 'key' | 'stage' | 'count' | 'isOverflow'> {
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
export interface FailureUser {
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
