import type { EnglishText, Text } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { ActionUpdate } from '../template/ActionUpdate.ts';
import type { ActionInput, ActionInputField } from './ActionInput.ts';
import type { AnyDatabase, AnyRow, RowId, TableContext } from './TableContext.ts';

/** Progress of a run of an action. */
export interface ActionCounts {
  /** Rows that matched when the run started. */
  readonly total: number;
  /** Rows processed without a failure. */
  readonly processed: number;
  /** Rows that failed. */
  readonly failed: number;
  /** Rows that no longer existed when they were to be processed. */
  readonly gone: number;
}

/** Result of a run. */
export interface ActionSummary extends ActionCounts {
  readonly runId: string;
  /** `stopped`: by a failure, if the action has `onFailure: 'stop'`. Later rows are not processed. */
  readonly state: 'finished' | 'stopped' | 'cancelled';
  /** The first hundred, in the order of the rows. */
  readonly failures: readonly ActionFailure[];
}

/** The summary with its message for users. */
export interface ActionResult extends ActionSummary {
  /** For users: the action's `message`, or a default one, in English. */
  readonly message: string;
  /** The message before it is translated. */
  readonly text: EnglishText | Text;
  /** UUID of the change, to be sent as `undo` to undo it; null if it cannot be undone. */
  readonly undo: string | null;
}

export interface ActionFailure {
  /** As the row had it; a bigint as text. */
  readonly dtRowId: string | number;
  /** Name of the row for users: the first text among its visible columns. Missing if there is none. */
  readonly name?: string;
  /** For people, in English. */
  readonly message: string;
  /** The message before it is translated, if it has values. Stored failures have it as JSON: see `failureText`. */
  readonly text?: Pick<Text, 'source' | 'values'>;
}

/** Argument of the functions of an action. */
export interface ActionContext<DB = AnyDatabase, User = unknown> extends TableContext<User> {
  /**
   * The transaction of the chunk, for this call only: await every query before the function returns. Its writes are
   * committed together with the record that the row is done, or rolled back. `transaction()` nests. Writes by another
   * connection are not part of the transaction.
   */
  readonly db: Kysely<DB>;
  /** Aborted when the action is cancelled; pass it to slow operations. */
  readonly signal: AbortSignal;
  /** The same for all calls of a run, also when another process continues it. */
  readonly runId: string;
  /** Rows that matched when the action started. */
  readonly total: number;
  /** What the user has entered, by the fields of the action's `input`; empty for an action without one. */
  readonly input: ActionInput;
}

/** Argument of `rows`. */
export interface RowsContext<DB = AnyDatabase, User = unknown> extends ActionContext<DB, User> {
  /**
   * Reports one row of the chunk as failed, with a message for people; the other rows count as done. Writes of the call are
   * kept: do not write the row. If the call throws, all rows of the chunk fail with that error instead.
   *
   * ```ts
   * async rows(orders, { db, fail }) {
   *   const heavy = orders.filter(({ weight }) => weight > 30_000);
   *   for (const { dtRowId } of heavy) fail(dtRowId, 'The parcel is too heavy.');
   *   …
   * }
   * ```
   */
  readonly fail: (dtRowId: RowId, message: EnglishText) => void;
}

/**
 * A custom action, run once for each row that matched a request when it started. A function fails a row by throwing: its
 * own writes are rolled back, those of other rows are not. The message of a `TableError` is sent to the client, such as
 * `new TableError('tables.action_refused', 'The order is already shipped.')`; any other error goes to the
 * application's log, and the client gets a general message.
 */
export type TableAction<DB = AnyDatabase, Row = AnyRow, User = unknown> = ActionOptions<DB, User> &
  (
    | {
        /** Called for each row in the order of the request, with the row as it is when its chunk starts, not formatted, with relations loaded. */
        row(row: Row, context: ActionContext<DB, User>): unknown;
        readonly rows?: never;
        readonly update?: never;
        readonly delete?: never;
      }
    | {
        /**
         * Called for a chunk of such rows together, at most `chunkSize`. `context.fail` fails single rows; throwing fails all
         * rows of the chunk and rolls back what the call wrote.
         */
        rows(rows: readonly Row[], context: RowsContext<DB, User>): unknown;
        readonly row?: never;
        readonly update?: never;
        readonly delete?: never;
      }
    | {
        /** Sets columns of the rows, by one statement for each chunk. The rows are not read. */
        readonly update: ActionUpdate;
        readonly row?: never;
        readonly rows?: never;
        readonly delete?: never;
      }
    | {
        /** Deletes the records of the rows, one after another, as `records.delete` of the table does. Its user can undo it for 24 hours. */
        readonly delete: true;
        readonly row?: never;
        readonly rows?: never;
        readonly update?: never;
      }
  );

interface ActionOptions<DB, User> {
  /**
   * What the action asks for in its confirmation: name of a field → its options, in the order of the form; `true` for the
   * column of that name. Validated before any row is listed, the same for all rows, and kept with the run.
   *
   * ```ts
   * setStatus: {
   *   input: { status: true, reason: { type: 'string', help: 'Shown to the customer' } },
   *   update: { set: { status: { input: 'status' } } },
   * }
   * ```
   */
  readonly input?: Readonly<Record<string, true | ActionInputField>>;
  /**
   * Called once, after the rows have been listed and before the first is processed. If it throws, no row is processed
   * and nothing is stored: throw `tables.action_refused` to send the client the reason.
   */
  before?(context: ActionContext<DB, User>): unknown;
  /** Called once at the end, also of a run that was stopped or cancelled. If it throws, changes of rows are kept. */
  after?(summary: ActionSummary, context: ActionContext<DB, User>): unknown;
  /**
   * What happens to the rows after a failed one: `continue` (the default), or `stop`. With `rows` or `update`, the
   * other rows of the same chunk are still done.
   */
  readonly onFailure?: 'continue' | 'stop';
  /**
   * Most rows read and committed together, from 1 to 1000, the default. After two seconds a chunk of a `row` function
   * is committed with the rows done by then. Without it, an `update` commits up to 10,000 rows together, and takes no
   * further thousand after 200 milliseconds. After a killed process, external effects of at most one chunk are
   * repeated.
   */
  readonly chunkSize?: number;
  /** Respond to the client immediately, and run the action later by `ActionJobs`. */
  readonly background?: boolean;
  /** The message for the client at the end: one sentence. */
  message?(summary: ActionSummary & { readonly input: ActionInput }): EnglishText;
}
