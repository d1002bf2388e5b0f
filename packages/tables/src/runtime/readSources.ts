import type { CountCache } from './CountCache.ts';
import type { ReadServer, Replicas, RoutedRead } from './Replicas.ts';
import { type DatabaseHandle, type RuntimeOptions, type TableRuntime, tableRuntime } from './TableRuntime.ts';

/** Runs all reads of one request on one database. */
type Work<T> = (runtime: TableRuntime, signal: AbortSignal | undefined) => Promise<T>;

/** The database that handles a request, with what its tables share: that of `replicas`, or the primary without them. */
export interface ReadSources {
  read<T>(work: Work<T>, options?: RoutedRead): Promise<T>;
  export<T>(work: Work<T>, options: RoutedRead & { readonly fromPrimary: boolean }): Promise<T>;
}

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
  const runtimeOf = (server: ReadServer | null) => {
    if (server === null) return primary;
    const { name, db } = server;
    const { countCache, ...others } = options;
    const known =
      runtimes.get(db) ??
      tableRuntime(db, {
        ...others,
        ...(countCache && { countCache: cacheOf(countCache, name) }),
        writer: primary.rawDb,
      });
    runtimes.set(db, known);

    return known;
  };

  return {
    read: (work, read) => replicas.read((server, signal) => work(runtimeOf(server), signal), read),
    export: (work, read) => replicas.export((server, signal) => work(runtimeOf(server), signal), read),
  };
}

/** Counts of different servers may be from different moments. */
function cacheOf(cache: CountCache, name: string): CountCache {
  const key = (given: string) => `replica ${name}\n${given}`;

  return {
    get: (given) => cache.get(key(given)),
    set: (given, entry, lifetime) => cache.set(key(given), entry, lifetime),
  };
}
