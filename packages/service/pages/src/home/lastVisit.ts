/** Data about one visit to the home page, kept in the browser. */
interface Visit {
  /** End of the visit; milliseconds since 1970. */
  readonly at: number;
  /** Id of a view → number of its rows. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The visit before this one; null for the first. */
export type LastVisit = Visit | null;

/**
 * A visit ends when the home page was not open for this time, in ms, so that a reload does not start a new
 * visit.
 */
const pause = 30 * 60_000;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The visits of a user to the home page in this browser. */
export function visitsOf(user: number, store: Store, now: () => number = Date.now) {
  const key = `rowhouse.home.${user}`;
  const kept = read(store, key);
  const isSame = kept.current !== null && now() - kept.current.at < pause;
  const last = isSame ? kept.last : kept.current;
  let counts: Readonly<Record<string, number>> = isSame ? (kept.current?.counts ?? {}) : {};

  function write(): void {
    try {
      store.setItem(key, JSON.stringify({ last, current: { at: now(), counts } }));
    } catch {
      // Without storage, every visit is the first.
    }
  }
  write();

  return {
    last,
    /** Keeps the number of rows of a view for the next visit. */
    keep(view: string, count: number): void {
      counts = { ...counts, [view]: count };
      write();
    },
    /** How the number of rows has changed since the last visit; null if it was not known then. */
    changeOf(view: string, count: number): number | null {
      const before = last?.counts[view];
      return before === undefined ? null : count - before;
    },
  };
}

function read(store: Store, key: string): { readonly last: LastVisit; readonly current: LastVisit } {
  try {
    const { last, current } = JSON.parse(store.getItem(key) ?? '{}') as Record<string, unknown>;

    return { last: asVisit(last), current: asVisit(current) };
  } catch {
    return { last: null, current: null };
  }
}

function asVisit(value: unknown): LastVisit {
  const { at, counts } = (value ?? {}) as { at?: unknown; counts?: unknown };
  if (typeof at !== 'number' || typeof counts !== 'object' || counts === null) return null;

  return {
    at,
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => Number.isFinite(count))),
  };
}
