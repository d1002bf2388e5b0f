import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { longestTimer } from '../longestTimer.ts';
import type { FailureGroup } from './FailureGroup.ts';
import type { CallFailure, FailureReports } from './FailureReports.ts';
import type { FailureStore, FailureWindow } from './FailureStore.ts';
import { failureKey } from './failureKey.ts';

export interface FailureReportsOptions {
  /** Tells people. Called twice for each group; what it says of the group is in `FailureGroup`. */
  readonly notify: (group: FailureGroup) => Promise<void>;
  /** Milliseconds from the first failure of a group to its end; 60,000 by default. */
  readonly window?: number;
  /** Groups that are open at a time, at most; 500 by default. Further failures make one group together. */
  readonly maxGroups?: number;
  /** Shared by several processes; without it each process has groups of its own. */
  readonly store?: FailureStore;
  /** Milliseconds that a process waits for the others' counts at the end of a window; 2,000 by default, with a store. */
  readonly settle?: number;
  /** Is told what `notify` and `store` reject with. */
  readonly onError?: (error: unknown) => void;
}

export interface GroupedFailureReports extends FailureReports {
  /** Ends all groups now and tells them, for at most `time` milliseconds, 5,000 by default. Never rejects. */
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
 * Groups equal failures: a thousand of them within a window are one group, which is told when it opens, so that somebody
 * can look, and when its window is over, with the count. A mail cannot be changed once it is sent: send it for `closed`,
 * a minute after the first failure, and it is one mail with the right count. The window begins with the first failure
 * and not with the clock, so that a burst never falls in two.
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
      const work = follow(key, opened);
      running.add(work);
      void work.finally(() => running.delete(work));
      if (isClosed) opened.end.abort();
    } catch (error) {
      tell(error);
    }
  }

  async function follow(key: string, group: OpenGroup): Promise<void> {
    const { failure, isOverflow, end } = group;
    const startsAt = new Date();
    const endsAt = new Date(startsAt.getTime() + window);
    const own: FailureWindow = { id: randomUUID(), startsAt, endsAt, isNew: true };
    const shared = (await attempt(() => store?.join(key, startsAt, endsAt))) ?? null;
    const { id, isNew, ...times } = shared ?? own;
    const notice = { key: id, failure, isOverflow, startedAt: times.startsAt, endsAt: times.endsAt };

    if (isNew) await attempt(() => notify({ ...notice, stage: 'opened', count: group.count }));
    await pause(times.endsAt.getTime() - Date.now(), end.signal);
    // From here on, the next equal failure opens a group of its own.
    groups.delete(key);
    const count = await sum(shared === null ? null : id, group.count, end.signal);
    if (count !== null) await attempt(() => notify({ ...notice, stage: 'closed', count }));
  }

  /** Of all processes; null when another one tells it. */
  async function sum(id: string | null, count: number, ended: AbortSignal): Promise<number | null> {
    if (id === null || store === undefined) return count;
    try {
      await store.add(id, count);
      await pause(settle, ended);
      return await store.take(id);
    } catch (error) {
      tell(error);
      return count;
    }
  }

  async function attempt<Result>(work: () => Promise<Result> | undefined): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      tell(error);
      return undefined;
    }
  }

  function tell(error: unknown): void {
    try {
      onError(error);
    } catch {
      // There is nobody else to tell.
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
