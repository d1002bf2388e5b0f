/** Which indexes the templates' search, sort and filters ask for, and what they would gain. */
export interface Advice {
  /** Those of the default sort first, then of the search, then of the rest; of each the largest gain first. */
  readonly proposals: readonly IndexProposal[];
  /** What was looked at and needs no index, or cannot have one; sentences. */
  readonly notes: readonly string[];
}

export interface IndexProposal {
  /** Table of the database. */
  readonly table: string;
  readonly columns: readonly string[];
  /** `order`: a b-tree; `text`: the trigrams of a text. */
  readonly kind: 'order' | 'text';
  /** Of the index; no other one has it, but for one whose build was broken off. */
  readonly name: string;
  /** SQL, without semicolons; to be run in this order, each outside a transaction. */
  readonly statements: readonly string[];
  readonly reasons: readonly AdviceReason[];
  /** Rows that the database believes the table to have. */
  readonly rows: number;
  readonly gain: AdviceGain | null;
  /** Bytes. */
  readonly size: { readonly bytes: number; readonly basis: 'measured' | 'estimated' } | null;
}

export interface AdviceReason {
  /** routePrefix of the table whose template asks for it. */
  readonly template: string;
  /** For example `search`, `sort by placed_at`, `filter by orders.status`. */
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
   * `measured`: the planner's cost with the index, which was made in a transaction that was rolled back;
   * `estimated`: by a formula from the number of rows.
   */
  readonly basis: 'measured' | 'estimated';
}

export interface AdviseOptions {
  /** routePrefixes; all tables by default. */
  readonly tables?: readonly string[];
  /**
   * Makes the indexes in a transaction that is rolled back, and asks the planner again. PostgreSQL only. It keeps
   * writers waiting while an index is built. Off by default.
   */
  readonly measure?: boolean;
  /** Rows above which a table is left alone by `measure`: 2,000,000 by default. */
  readonly measureUpTo?: number;
}
