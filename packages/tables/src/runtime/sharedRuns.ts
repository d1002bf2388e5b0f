import { joinNext } from './joinNext.ts';

/** `joinNext` by key. Callers of one key pass runs that do the same. */
export type SharedRuns = <T>(key: string, run: () => Promise<T>) => Promise<T>;

export function sharedRuns(): SharedRuns {
  const byKey = new Map<string, { join: () => Promise<unknown>; callers: number }>();

  return async <T>(key: string, run: () => Promise<T>) => {
    const shared = byKey.get(key) ?? { join: joinNext(run), callers: 0 };
    byKey.set(key, shared);
    shared.callers++;

    try {
      return (await shared.join()) as T;
    } finally {
      shared.callers--;
      if (shared.callers === 0) byKey.delete(key);
    }
  };
}
