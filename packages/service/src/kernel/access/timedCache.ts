import { LRUCache } from 'lru-cache';

/** Keeps loaded values for a short time. Concurrent callers share one load; a failed load is not kept. */
interface TimedCache<Key, Value> {
  get(key: Key): Promise<Value>;
  /** Removes all values. Loads in progress still return to their callers. */
  forget(): void;
}

interface TimedCacheOptions<Key, Value> {
  readonly load: (key: Key) => Promise<Value>;
  /** Lifetime of a value; 0 disables the cache. */
  readonly milliseconds: number;
  /** Maximum number of values; the least recently used are removed first. Defaults to 10,000. */
  readonly size?: number;
  /** Clock in milliseconds. Defaults to `Date.now`. */
  readonly now?: () => number;
}

export function timedCache<Key extends {}, Value>(
  options: TimedCacheOptions<Key, Value>,
): TimedCache<Key, Value> {
  const { load, milliseconds, size = 10_000, now = Date.now } = options;
  // For lru-cache, 0 means no expiry.
  if (milliseconds === 0) return { get: load, forget: () => undefined };
  const loads = new LRUCache<Key, Promise<Value>>({
    max: size,
    // An entry expires when more than `ttl` has passed.
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
