/** Keeps loaded values for a short time. Callers that ask at once share one load; a failed load is not kept. */
export interface TimedCache<Key, Value> {
  get(key: Key): Promise<Value>;
  /** One key, or all of them. */
  forget(key?: Key): void;
}

export interface TimedCacheOptions<Key, Value> {
  readonly load: (key: Key) => Promise<Value>;
  readonly milliseconds: number;
  /** Most values kept; beyond that the oldest go. */
  readonly size?: number;
  readonly now?: () => number;
}

export function timedCache<Key, Value>(options: TimedCacheOptions<Key, Value>): TimedCache<Key, Value> {
  const { load, milliseconds, size = 10_000, now = Date.now } = options;
  const entries = new Map<Key, { until: number; value: Promise<Value> }>();
  return {
    get: (key) => {
      const found = entries.get(key);
      if (found !== undefined && found.until > now()) return found.value;
      const value = load(key);
      const entry = { until: now() + milliseconds, value };
      // Insertion order is age, so that the first key is the oldest.
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > size) entries.delete(entries.keys().next().value as Key);
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return value;
    },
    forget: (key) => {
      if (key === undefined) entries.clear();
      else entries.delete(key);
    },
  };
}
