import type { Generated, Selectable } from 'kysely';

/** The tables that `installActionRuns` makes. */
export interface ActionTables {
  rowhouse_action_runs: {
    /** Of the package's own. */
    run: Generated<number>;
    /** By which the application knows the run. */
    id: string;
    table_id: string;
    action: string;
    /** `running` until it has ended; `abandoned` when nobody went on with it for too long. */
    state: 'running' | 'finished' | 'stopped' | 'cancelled' | 'abandoned';
    /** Rows that matched when the run began. */
    total: Generated<number>;
    /** Rows done, of those listed. */
    position: Generated<number>;
    /** Of these, rows that failed, and rows that were not there any more. */
    failed: Generated<number>;
    gone: Generated<number>;
    /** Milliseconds since 1970. */
    created_at: number;
    updated_at: number;
  };
  /** The identifiers of a run's rows, in the order of the request; removed when it ends. */
  rowhouse_action_lists: {
    run: number;
    /** From 0; each holds `listSize` rows, the last one the rest. */
    list: number;
    size: number;
    /** JSON, as the dialect writes and reads it. */
    row_ids: string;
  };
  rowhouse_action_failures: {
    run: number;
    /** The row's place, from 0. */
    position: number;
    /** `{"dtRowId": …, "message": …}` */
    failure: string;
  };
}

export type ActionRunRecord = Selectable<ActionTables['rowhouse_action_runs']>;

/** Rows of one list: one row of the database, instead of as many, is written, read and removed for them. */
export const listSize = 1000;

/** Rows that stand side by side in a list. */
export interface ListPart {
  readonly run: number;
  readonly list: number;
  /** Places in the list, from 0; `end` is not in it. */
  readonly start: number;
  readonly end: number;
}
