/** What becomes of a row that another user has changed: it is marked, or replaced immediately. */
export type LiveMode = 'mark' | 'apply';

export interface LiveSnapshot {
  readonly liveMode: LiveMode;
  /** Shown rows that are different now. */
  readonly changedRows: ReadonlySet<string | number>;
  /** Shown rows that are no longer in the result. */
  readonly goneRows: ReadonlySet<string | number>;
}

export interface LiveFunctions {
  setLiveMode(mode: LiveMode): void;
  /** Reads the page again, in its place. */
  showChanges(): Promise<void>;
  /** Rows that are not replaced, because the user works in them. Replaces those that were held before. */
  holdRows(ids: Iterable<string | number>): void;
}

/** A live table, as a source of changes sees it. */
export interface LiveTable {
  /** Path of its data route. */
  readonly readPath: string;
  /**
   * While true, the source calls `wake` after every change, so that the table itself asks once a minute only. False at first,
   * and after a lost connection: the table asks every 1.5 seconds.
   */
  setReliable(isReliable: boolean): void;
}

/**
 * Tells when rows may have changed, so that the table need not wait for its next turn. Called when the table is known to be
 * live; returns a function that ends it.
 */
export type LiveSource = (wake: () => void, table: LiveTable) => () => void;
