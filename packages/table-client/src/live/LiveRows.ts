import type { LiveMode } from '../table/TableState.ts';

export interface LiveSnapshot {
  readonly liveMode: LiveMode;
  /** Shown rows that have changed. */
  readonly changedRows: ReadonlySet<string | number>;
  /** Shown rows that are no longer in the result. */
  readonly goneRows: ReadonlySet<string | number>;
}

export interface LiveFunctions {
  setLiveMode(mode: LiveMode): void;
  /** Reads the page again without leaving it. */
  showChanges(): Promise<void>;
  /** Rows that are not replaced, because the user is working in them. Replaces the previous set. */
  holdRows(ids: Iterable<string | number>): void;
}

/** A live table, for a source of changes. */
export interface LiveTable {
  /** Path of its data route. */
  readonly readPath: string;
  /**
   * While true, the source calls `wake` after every change, so that the table only polls once a minute. False at first,
   * and after a lost connection: the table polls every 1.5 seconds.
   */
  setReliable(isReliable: boolean): void;
}

/**
 * Reports when rows may have changed, so that the table need not wait for its next poll. Called when the table is known
 * to be live; returns a function that ends it.
 */
export type LiveSource = (wake: () => void, table: LiveTable) => () => void;
