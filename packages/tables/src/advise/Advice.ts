/** Which indexes the templates' search, sort and filters ask for, and what they would gain. */
export interface Advice {
  /** Those of the default sort first, then of the search, then of the rest; of each the largest gain first. */
  readonly proposals: readonly IndexProposal[];
  /** What was looked at and needs no index, or cannot have one; sentences. */
  readonly notes: readonly string[];
}

export interface IndexProposal {
  /** Table of the database, with its schema where queries have to name it. */
  readonly table: string;
  readonly columns: readonly string[];
  /** `order`: a b-tree; `text`: the trigrams of a text. */
  readonly kind: 'order' | 'text';
  /** Of the index; no other one has it, but for one whose build was broken off. */
  readonly name: string;
  /** SQL, without semicolons; to be run in this order, each outside a transaction. */
  readonly statements: readonly string[];
  readonly reasons: readonly AdviceReason[];
  /** Existing indexes that serve nothing this one does not serve. Drop them after it was built and is in use. */
  readonly superfluous: readonly SuperfluousIndex[];
  /** Rows that the database believes the table to have. */
  readonly rows: number;
  readonly gain: AdviceGain | null;
  /** Bytes. */
  readonly size: { readonly bytes: number; readonly basis: 'measured' | 'estimated' } | null;
}

/** Never a unique index, one of a constraint, or one of some rows only. */
export interface SuperfluousIndex {
  readonly name: string;
  /** SQL that drops it, without a semicolon; to be run outside a transaction. */
  readonly statement: string;
}

export interface AdviceReason {
  /** routePrefix of the table whose template asks for it. */
  readonly template: string;
  /** For example `search`, `sort by placed_at`, `sort by placed_at, page at 50 %`, `filter by orders.status`. */
  readonly feature: string;
  /** What the database does at present, for example `reads all of orders (1,000,000 rows), sorts 1,000,000 rows`. */
  readonly plan: string | null;
}

/** Of the feature that gains most, in the planner's own unit of cost. */
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
  /** routePrefixes; all tables by default. */
  readonly tables?: readonly string[];
  /**
   * Asks the planner for its costs with the indexes. PostgreSQL only. Where the extension hypopg is installed the
   * indexes are hypothetical and nothing is built; it has none of texts. Elsewhere see `confirmBuild`. Off by default.
   */
  readonly measure?: boolean;
  /**
   * Asked by `measure` where hypopg is not installed: whether each index may be built, in one transaction that is
   * rolled back. Writes to the tables wait until then. By default nothing is built and costs are estimated.
   */
  readonly confirmBuild?: (build: MeasuringBuild) => boolean | Promise<boolean>;
  /** Rows above which no index of a table is built to be measured: 2,000,000 by default. */
  readonly measureUpTo?: number;
}

/** What `measure` would build, and roll back. */
export interface MeasuringBuild {
  /** Tables to which writes wait meanwhile. */
  readonly tables: readonly string[];
  /** How many. */
  readonly indexes: number;
}
