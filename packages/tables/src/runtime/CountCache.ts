import { LRUCache } from 'lru-cache';

/**
 * The state of the tables that a count depends on, as recorded by `installRowCounts`, in one snapshot. Between two
 * readings with equal `epoch` and `changes`, no row was created or deleted.
 */
export interface RowCountReading {
  /** Total number of change records. */
  readonly changes: number;
  /** Total of created rows minus deleted rows. */
  readonly net: number;
  /** Change records not yet folded into the sums. */
  readonly pending: number;
  /** Changes whenever a source is installed again, since changes in between are not recorded. */
  readonly epoch: number;
}

export interface CountEntry {
  readonly count: number;
  /** Read in the snapshot of the count; null if no source is installed. */
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

/** Caches the most recently used counts in this process's memory. */
export function memoryCountCache({ entries = 1000 }: { entries?: number } = {}): CountCache {
  const cache = new LRUCache<string, CountEntry>({ max: entries });

  return {
    get: (key) => cache.get(key),
    set: (key, entry, lifetime) => void cache.set(key, entry, { ttl: lifetime }),
  };
}
