import type { Text } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { ActionSummary } from '../definition/TableAction.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { ActionRunRecord, ListRange } from '../query/actionTables.ts';
import type { ActionRun } from './ActionRun.ts';
import type { CallEnvironment } from './CallContext.ts';
import type { Attempt, HandledRows } from './handleRows.ts';

/** What a run is over, and what it does with each part of that: an action, or what undoes one. */
export interface RunSteps {
  /** Lists the rows of a new run in its transaction, and returns their number. */
  list(transaction: Kysely<AnyDatabase>, run: ActionRun, key: number): Promise<number>;
  /** In the transaction in which a listed run starts, once. */
  start(transaction: Kysely<AnyDatabase>, run: ActionRun, record: ActionRunRecord): Promise<void>;
  /** Before a run is started or continued: the id of the change in which its rows are kept. Null if they are not. */
  change(run: ActionRun): Promise<string | null>;
  /** Handles rows that this process has claimed, in their transaction. Rejects when that is lost. */
  handle(
    range: ListRange,
    environment: CallEnvironment,
    attempt: Attempt,
    startedAt: number,
  ): Promise<HandledRows>;
  /** Whether several lists may be handled in one transaction: nothing outside of the database would be repeated. */
  readonly takesMore: boolean;
  /** For users, about a run that has ended. Defaults to how many rows it was applied to. */
  readonly message?: (summary: ActionSummary) => Text;
}

export interface SteppedRun extends ActionRun {
  readonly steps: RunSteps;
}
