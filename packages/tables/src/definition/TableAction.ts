import type { Kysely } from 'kysely';
import type { ActionSummary } from './ActionSummary.ts';
import type { AnyDatabase, AnyRow, TableContext } from './defineTable.ts';

/** What the functions of an action may look at and use. */
export interface ActionContext<DB = AnyDatabase, User = unknown> extends TableContext<User> {
  /**
   * The transaction of the chunk, for this call only: await every query before the function returns. What it writes
   * is committed together with the note that the row is done, or not at all. `transaction()` nests. Another
   * connection would not wait for, and not be undone with, this one.
   */
  readonly db: Kysely<DB>;
  /** Aborted when the action is cancelled; give it to what takes long. */
  readonly signal: AbortSignal;
  /** The same for all calls of a run, also when another process goes on with it. */
  readonly runId: string;
  /** Rows that matched when the action began. */
  readonly total: number;
}

/**
 * A custom action: run once for each row that matched a request when it began. A function fails a row by throwing: its
 * own writes are undone, those of other rows are not. The message of a `TableError` reaches the client, such as
 * `new TableError('tables.action_refused', 'The order is shipped already.')`; any other error goes to the
 * application's log, and the client reads that the row failed.
 */
export type TableAction<DB = AnyDatabase, Row = AnyRow, User = unknown> = ActionOptions<DB, User> &
  (
    | {
        /** Called for one row after another, in the order of the request; the row as it is when its chunk begins, not formatted, with relations loaded. */
        row(row: Row, context: ActionContext<DB, User>): unknown;
        readonly rows?: never;
      }
    | {
        /** Called for a chunk of such rows at once; a failure is one of all rows of the chunk. */
        rows(rows: readonly Row[], context: ActionContext<DB, User>): unknown;
        readonly row?: never;
      }
  );

interface ActionOptions<DB, User> {
  /**
   * Called once, after the rows have been listed and before the first is handled. When it throws, nothing has happened
   * and nothing is kept: throw `tables.action_refused` to tell the client why.
   */
  before?(context: ActionContext<DB, User>): unknown;
  /** Called once at the end, also of a run that was stopped or cancelled. When it throws, the rows stay done. */
  after?(summary: ActionSummary, context: ActionContext<DB, User>): unknown;
  /** What happens to the rows after one that failed: `continue` (the default), or `stop`. */
  readonly onFailure?: 'continue' | 'stop';
  /**
   * Most rows read and committed together, from 1 to 1000, the default. After two seconds a chunk of a `row`
   * function is committed with the rows done by then. A process that is killed repeats, of what a function did outside
   * the database, no more than one chunk.
   */
  readonly chunkSize?: number;
  /** Answer the client at once, and run later where `ActionJobs` sees fit. */
  readonly background?: boolean;
  /** What the client is told in the end, in one sentence. */
  message?(summary: ActionSummary): string;
}
