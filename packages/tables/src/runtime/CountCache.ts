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
  /** Another whenever a source is prepared anew: what was created or deleted in between is recorded nowhere. */
  readonly epoch: number;
}

export interface CountEntry {
  readonly count: number;
  /** Taken in the snapshot that was counted; null when no source is installed. */
  readonly reading: RowCountReading | null;
}

/**
 * Keeps unfiltered counts. Need not be shared between processes: whether an entry still holds is told by the database,
 * not by the cache. May forget at any time; must never answer an entry past its time. A failure is the caller's to handle.
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
