import { setTimeout as wait } from 'node:timers/promises';
import { isConflict, isUnavailable } from '@rowhouse/drivers';
import { TableError } from '../errors.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import type { CountCache } from '../runtime/CountCache.ts';
import {
  type DatabaseHandle,
  type RuntimeOptions,
  type TableRuntime,
  tableRuntime,
} from '../runtime/TableRuntime.ts';
import type { Bookmark } from './Bookmark.ts';
import { ReplicaLost } from './Member.ts';
import type { ReplicaRead, Replicas } from './openReplicas.ts';

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly bookmark?: Bookmark | undefined;
}

/** Runs all reads of one request on one server. */
type Work<T> = (runtime: TableRuntime, signal: AbortSignal | undefined) => Promise<T>;

/** Decides which database handles a request; the only place that does. */
export interface ReadSources {
  /**
   * A replica that has replayed the position of the bookmark, otherwise the primary. If the replica fails, the read is
   * repeated on the primary; errors caused by the request are thrown.
   */
  read<T>(work: Work<T>, options?: ReadOptions): Promise<T>;
  /**
   * A replica that has replayed everything committed before the call, otherwise the primary. Written output of an
   * export cannot be revoked, so a failing replica throws `tables.database_unavailable`.
   */
  export<T>(work: Work<T>, options: ReadOptions & { readonly fromPrimary: boolean }): Promise<T>;
}

/** Milliseconds that an export waits for a replica, and between two checks. */
const patience = { longest: 2_000, step: 50 };

export function readSources(
  primary: TableRuntime,
  replicas: Replicas | undefined,
  options: RuntimeOptions,
): ReadSources {
  if (replicas === undefined) {
    return {
      read: (work, { signal } = {}) => work(primary, signal),
      export: (work, { signal }) => work(primary, signal),
    };
  }
  const runtimes = new Map<DatabaseHandle, TableRuntime>();
  const runtimeOf = ({ name, db }: ReplicaRead) => {
    const { countCache, ...others } = options;
    const known =
      runtimes.get(db) ??
      tableRuntime(db, {
        ...others,
        ...(countCache && { countCache: cacheOf(countCache, name) }),
        writer: primary.own,
      });
    runtimes.set(db, known);

    return known;
  };

  return {
    async read(work, { signal, bookmark } = {}) {
      const chosen = bookmark?.needsPrimary ? null : await replicas.choose(bookmark?.position ?? null);
      if (chosen !== null) {
        try {
          const result = await work(runtimeOf(chosen), either(signal, chosen.lost));
          const position = await chosen.finish();
          bookmark?.read(position);
          replicas.counts.replica++;

          return result;
        } catch (error) {
          if (signal?.aborted || isCaused(error)) throw error;
          chosen.fail();
          replicas.counts.repeated++;
        }
      }
      replicas.counts.primary++;
      const result = await work(primary, signal);
      if (bookmark) bookmark.read(await replicas.written());

      return result;
    },

    async export(work, { signal, fromPrimary }) {
      const chosen = fromPrimary ? null : await patiently(replicas);
      if (chosen === null) return work(primary, signal);
      try {
        return await work(runtimeOf(chosen), either(signal, chosen.lost));
      } catch (error) {
        if (signal?.aborted || isCaused(error)) throw error;
        chosen.fail();
        throw new TableError(
          'tables.database_unavailable',
          `The replica ${chosen.name} failed during the export. Try again in a moment.`,
          { cause: error },
        );
      }
    },
  };
}

async function patiently(replicas: Replicas): Promise<ReplicaRead | null> {
  const after = await replicas.written();
  for (let waited = 0; ; waited += patience.step) {
    const chosen = await replicas.choose(after);
    const mayCome = replicas.states().some(({ fault }) => fault === null);
    if (chosen !== null || !mayCome || waited >= patience.longest) return chosen;
    await wait(patience.step);
  }
}

function either(signal: AbortSignal | undefined, lost: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, lost]) : lost;
}

/**
 * Whether another server would return the same error, because the request or a function of the application is the
 * cause.
 */
function isCaused(error: unknown): boolean {
  if (error instanceof ReplicaLost || isUnavailable(error) || isConflict(error)) return false;

  return error instanceof TableError || isOfApplication(error);
}

/** Counts of different servers may be from different moments. */
function cacheOf(cache: CountCache, name: string): CountCache {
  const key = (given: string) => `replica ${name}\n${given}`;

  return {
    get: (given) => cache.get(key(given)),
    set: (given, entry, lifetime) => cache.set(key(given), entry, lifetime),
  };
}
