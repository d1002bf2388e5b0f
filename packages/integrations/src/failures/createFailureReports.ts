import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { longestTimer } from '../Deadline.ts';
import type {
  CallFailure,
  FailureGroup,
  FailureReports,
  FailureStore,
  FailureWindow,
} from './FailureReports.ts';

export interface FailureReportsOptions {
  /** Sends notifications. Called twice per group, see `FailureGroup.stage`. */
  readonly notify: (group: FailureGroup) => Promise<void>;
  /** Milliseconds from the first failure of a group to its end. Defaults to 60,000. */
  readonly window?: number;
  /** Maximum number of open groups. Defaults to 500. Further failures form one group. */
  readonly maxGroups?: number;
  /** Shared by several processes; without it each process has its own groups. */
  readonly store?: FailureStore;
  /** Milliseconds to wait for other processes' counts at the end of a window; 2,000 by default with a store, otherwise 0. */
  readonly settle?: number;
  /** Receives errors of `notify` and `store`. */
  readonly onError?: (error: unknown) => void;
}

export interface GroupedFailureReports extends FailureReports {
  /** Closes and notifies all groups, waiting at most `time` milliseconds (defaults to 5,000). Never rejects. */
  close(time?: number): Promise<void>;
}

interface OpenGroup {
  readonly failure: CallFailure;
  readonly isOverflow: boolean;
  readonly end: AbortController;
  count: number;
}

const overflow = 'overflow';

/**
 * Groups equal failures: a thousand within a window form one group, which is notified when it opens and, with the count,
 * when its window ends. Send mails for `closed`, a minute after the first failure: one mail with the final count. A
 * window starts with the first failure and not with the clock, so that it does not split a burst.
 */
export function createFailureReports({
  notify,
  window = 60_000,
  maxGroups = 500,
  store,
  settle = store === undefined ? 0 : 2_000,
  onError = () => undefined,
}: FailureReportsOptions): GroupedFailureReports {
  const groups = new Map<string, OpenGroup>();
  const running = new Set<Promise<void>>();
  let isClosed = false;

  return { report, close };

  function report(failure: CallFailure): void {
    try {
      const ownKey = failureKey(failure);
      const isKnown = groups.has(ownKey);
      const key = isKnown || groups.size < maxGroups ? ownKey : overflow;
      const group = groups.get(key);
      if (group !== undefined) {
        group.count += 1;
        return;
      }
      const opened: OpenGroup = {
        failure,
        isOverflow: key === overflow,
        end: new AbortController(),
        count: 1,
      };
      groups.set(key, opened);
      const work = track(key, opened);
      running.add(work);
      void work.finally(() => running.delete(work));
      if (isClosed) opened.end.abort();
    } catch (error) {
      reportError(error);
    }
  }

  async function track(key: string, group: OpenGroup): Promise<void> {
    const { failure, isOverflow, end } = group;
    const startsAt = new Date();
    const endsAt = new Date(startsAt.getTime() + window);
    const own: FailureWindow = { id: randomUUID(), startsAt, endsAt, isNew: true };
    const shared = (await attempt(() => store?.join(key, startsAt, endsAt))) ?? null;
    const { id, isNew, ...times } = shared ?? own;
    const notice = { key: id, failure, isOverflow, startedAt: times.startsAt, endsAt: times.endsAt };

    if (isNew) await attempt(() => notify({ ...notice, stage: 'opened', count: group.count }));
    await pause(times.endsAt.getTime() - Date.now(), end.signal);
    // The next equal failure opens a new group.
    groups.delete(key);
    const count = await sum(shared === null ? null : id, group.count, end.signal);
    if (count !== null) await attempt(() => notify({ ...notice, stage: 'closed', count }));
  }

  /** The count of all processes; null if another process notifies it. */
  async function sum(id: string | null, count: number, ended: AbortSignal): Promise<number | null> {
    if (id === null || store === undefined) return count;
    try {
      await store.add(id, count);
      await pause(settle, ended);
      return await store.take(id);
    } catch (error) {
      reportError(error);
      return count;
    }
  }

  async function attempt<Result>(work: () => Promise<Result> | undefined): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      reportError(error);
      return undefined;
    }
  }

  function reportError(error: unknown): void {
    try {
      onError(error);
    } catch {
      // There is no other listener.
    }
  }

  async function close(time = 5_000): Promise<void> {
    isClosed = true;
    for (const { end } of groups.values()) end.abort();
    const ended = new AbortController();
    await Promise.race([Promise.allSettled(running), pause(time, ended.signal)]);
    ended.abort();
  }
}

async function pause(time: number, signal: AbortSignal): Promise<void> {
  const end = Date.now() + time;
  for (let rest = time; rest > 0 && !signal.aborted; rest = end - Date.now()) {
    await wait(Math.min(rest, longestTimer), null, { signal }).catch(() => undefined);
  }
}

/** Equal for equal failures; numbers and UUIDs in URLs and errors are ignored. */
function failureKey({ direction, endpoint, route, url, method, status, error }: CallFailure): string {
  const target = endpoint ?? (direction === 'Inbound' ? route : null) ?? pathOf(url);
  const kind = status === null ? kindOf(error ?? '') : String(status);

  return createHash('sha256')
    .update(JSON.stringify([direction, target, method, kind]))
    .digest('hex')
    .slice(0, 32);
}

function pathOf(url: string): string {
  return kindOf(url.split(/[?#]/, 1)[0] ?? '');
}

function kindOf(text: string): string {
  return text.slice(0, 500).replace(/[\da-f]{8}-[\da-f-]{27}|\d+/gi, '#');
}
