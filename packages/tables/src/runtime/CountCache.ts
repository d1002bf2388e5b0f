import { LRUCache } from 'lru-cache';

/**
 * The state of the tables that a count depends on, as the bookkeeping of `installRowCounts` shows it in one snapshot.
 * Two readings of one `epoch` with equal `changes` have the same rows between them, none created and none deleted.
 */
export interface RowCountReading {
  /** Change records ever made. */
  readonly changes: number;
  /** Rows created less rows deleted, ever. */
  readonly net: number;
  /** Change records not yet folded into the kept sums. */
  readonly pending: number;
  /** Changes whenever a source is installed again, since changes in between are not recorded. */
  readonly epoch: number;
}

export interface CountEntry {
  readonly count: number;
  /** Taken in the snapshot that was counted; null when no source is installed. */
  readonly reading: RowCountReading | null;
}

/**
 * Caches unfiltered counts. It need not be shared between processes, because entries are checked against the database. It
 * may drop entries at any time, and must never return an expired one. The caller handles failures.
 */
export interface CountCache {
  get(key: string): CountEntry | undefined;
  /** `lifetime` in milliseconds. */
  set(key: string, entry: CountEntry, lifetime: number): void;
}

/** Keeps the counts used last in this process's memory. */
export function memoryCountCache({ entries = 1000 }: { entries?: number } = {}): CountCache {
  const cache = new LRUCache<string, CountEntry>({ max: entries });

  return {
    get: (key) => cache.get(key),
    set: (key, entry, lifetime) => void cache.set(key, entry, { ttl: lifetime }),
  };
}
