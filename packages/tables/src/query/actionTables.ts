import type { Generated, Selectable } from 'kysely';

/** The tables of `installActionRuns`. */
export interface ActionTables {
  rowhouse_action_runs: {
    /** Internal id. */
    run: Generated<number>;
    /** The application's identifier of the run. */
    id: string;
    table_id: string;
    action: string;
    /**
     * `listed` until it starts, then `running` until it has ended; `abandoned` after too much time without progress.
     */
    state: 'listed' | 'running' | 'finished' | 'stopped' | 'cancelled' | 'abandoned';
    /** Rows that matched when they were listed. */
    total: Generated<number>;
    /** Number of processed rows. */
    position: Generated<number>;
    /** Of these, failed rows, and rows that no longer existed. */
    failed: Generated<number>;
    gone: Generated<number>;
    /** Milliseconds since 1970. */
    created_at: number;
    updated_at: number;
  };
  /** The identifiers of a run's rows, in the order of the request; removed when it ends. */
  rowhouse_action_lists: {
    run: number;
    /** From 0; each has `listSize` rows, the last one the rest. `inputList` has no rows, but the input of the run. */
    list: number;
    size: number;
    /** JSON, in the dialect's format; for `inputList`, a `StoredInput`. */
    row_ids: string;
  };
  rowhouse_action_failures: {
    run: number;
    /** Zero-based index of the row. */
    position: number;
    /** `{"dtRowId": …, "message": …}` */
    failure: string;
  };
}

export type ActionRunRecord = Selectable<ActionTables['rowhouse_action_runs']>;

/** The list that has the input of a run instead of rows. It is kept as long as the run. */
export const inputList = -1;

/** Number of rows in a list: one database row per list is written, read and removed instead of one per identifier. */
export const listSize = 1000;

/** Consecutive rows of a list. */
export interface ListRange {
  readonly run: number;
  readonly list: number;
  /** Zero-based positions in the list; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}
