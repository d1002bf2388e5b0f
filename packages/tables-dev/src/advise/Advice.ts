/** The indexes that the templates' search, sort and filters need, and their gain. */
export interface Advice {
  /** Indexes of the default sort first, then of the search, then others; each group by descending gain. */
  readonly proposals: readonly IndexProposal[];
  /** Features that need no index, or cannot have one; sentences. */
  readonly notes: readonly string[];
}

export interface IndexProposal {
  /** Table of the database, with its schema if queries have to name it. */
  readonly table: string;
  readonly columns: readonly string[];
  /** `order`: a b-tree; `text`: trigrams of a text. */
  readonly kind: 'order' | 'text';
  /** Name of the index; unique, except for the remains of an aborted build. */
  readonly name: string;
  /** SQL without semicolons; run in this order, each statement outside a transaction. */
  readonly statements: readonly string[];
  readonly reasons: readonly AdviceReason[];
  /** Existing indexes that this one makes redundant. Drop them after it was built and is used. */
  readonly superfluous: readonly SuperfluousIndex[];
  /** Estimated number of rows of the table. */
  readonly rows: number;
  readonly gain: AdviceGain | null;
  /** Bytes. */
  readonly size: { readonly bytes: number; readonly basis: 'measured' | 'estimated' } | null;
}

/** Never a unique index, an index of a constraint, or a partial index. */
export interface SuperfluousIndex {
  readonly name: string;
  /** SQL that drops it, without a semicolon; run it outside a transaction. */
  readonly statement: string;
}

export interface AdviceReason {
  /** routePrefix of the table whose template needs the index. */
  readonly template: string;
  /** For example `search`, `sort by placed_at`, `sort by placed_at, page at 50 %`, `filter by orders.status`. */
  readonly feature: string;
  /** What the database currently does, for example `reads all of orders (1,000,000 rows), sorts 1,000,000 rows`. */
  readonly plan: string | null;
}

/** Of the feature that gains most, in the planner's cost unit. */
export interface AdviceGain {
  readonly feature: string;
  readonly before: number;
  readonly after: number;
  /**
   * `measured`: the planner's cost with the index, which was built in a transaction that was rolled back;
   * `hypothetical`: the planner's cost with an index that was never built, by hypopg;
   * `estimated`: by a formula from the number of rows.
   */
  readonly basis: 'measured' | 'hypothetical' | 'estimated';
}

export interface AdviseOptions {
  /** routePrefixes. Defaults to all tables. */
  readonly tables?: readonly string[];
  /**
   * Queries the planner for its costs with the indexes. PostgreSQL only. If the extension hypopg is installed, the
   * indexes are hypothetical and nothing is built; it does not support text indexes. Otherwise see `confirmBuild`. Off
   * by default.
   */
  readonly measure?: boolean;
  /**
   * Called by `measure` without hypopg: whether the indexes may be built in a transaction that is rolled back. Writes
   * to the tables wait in the meantime. By default nothing is built, and costs are estimated.
   */
  readonly confirmBuild?: (build: MeasuringBuild) => boolean | Promise<boolean>;
  /** Maximum rows of a table whose indexes are built for measuring. Defaults to 2,000,000. */
  readonly measureUpTo?: number;
}

/** The indexes that `measure` would build and roll back. */
export interface MeasuringBuild {
  /** Tables whose writes wait in the meantime. */
  readonly tables: readonly string[];
  /** Number of indexes. */
  readonly indexes: number;
}
