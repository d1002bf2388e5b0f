import { LRUCache } from 'lru-cache';

/** Keeps loaded values for a short time. Concurrent callers share one load; a failed load is not kept. */
export interface TimedCache<Key, Value> {
  get(key: Key): Promise<Value>;
  /** Removes all values. Loads in progress still return to their callers. */
  forget(): void;
}

export interface TimedCacheOptions<Key, Value> {
  readonly load: (key: Key) => Promise<Value>;
  /** 0 keeps nothing. */
  readonly milliseconds: number;
  /** Most values kept; the least recently used are removed first. By default 10,000. */
  readonly size?: number;
  /** Milliseconds since any fixed point. */
  readonly now?: () => number;
}

export function timedCache<Key extends {}, Value>(
  options: TimedCacheOptions<Key, Value>,
): TimedCache<Key, Value> {
  const { load, milliseconds, size = 10_000, now = Date.now } = options;
  // For lru-cache, 0 would mean without end.
  if (milliseconds === 0) return { get: load, forget: () => undefined };
  const loads = new LRUCache<Key, Promise<Value>>({
    max: size,
    // It keeps an entry until more than this has passed.
    ttl: milliseconds - 1,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    get: (key) => {
      const found = loads.get(key);
      if (found !== undefined) return found;
      const value = load(key);
      loads.set(key, value);
      value.catch(() => {
        if (loads.peek(key) === value) loads.delete(key);
      });
      return value;
    },
    forget: () => loads.clear(),
  };
}
