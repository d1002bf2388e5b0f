import type { ActionInput } from '../definition/ActionInput.ts';
import type { ActionCounts, TableAction } from '../definition/TableAction.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';

/** A run in this process. */
export interface ActionRun {
  readonly query: TableQuery;
  readonly action: TableAction;
  readonly actionName: string;
  readonly id: string;
  /** Aborted when the run is cancelled, or paused. */
  readonly cancel: AbortSignal;
  readonly pause: AbortSignal;
  /** What the user has entered; empty for an action without an input. */
  readonly input: ActionInput;
  /** Id of the change in which its rows are kept, so that it can be undone; null if they are not. */
  readonly change: string | null;
}

/** Whether the run has rows to process. */
export function hasRemainingRows(
  { action }: ActionRun,
  { state, position, total, failed }: ActionRunRecord,
): boolean {
  return state === 'running' && position < total && !(action.onFailure === 'stop' && failed > 0);
}

/** How an action is run. */
export interface ActionRunOptions {
  /**
   * Identifier of the run, at most 64 characters. Defaults to random. A run that has started continues after its last
   * commit; for a run that has ended, its summary is returned.
   */
  readonly runId?: string;
  /** IANA time zone for filtering dates and for the functions of the action. Defaults to the configured one. */
  readonly timeZone?: string | null;
  /** The moment to which relative dates in filters refer: when the request was made. Defaults to the current time. */
  readonly now?: Date;
  /** Cancels the run after the current row. Committed rows stay, and the run cannot continue. */
  readonly signal?: AbortSignal;
  /**
   * Pauses the run after the current row; `runAction` rejects with the signal's reason, and continues the run when it is
   * called again with the same `runId`. For processes that shut down.
   */
  readonly pause?: AbortSignal;
  /**
   * Called before each chunk with the counts so far. A rejection cancels the run, and `runAction` rejects with its error.
   * For permissions that may be withdrawn while the action runs.
   */
  readonly authorize?: (counts: ActionCounts) => Promise<void>;
  /** Called when the rows are listed, and after every commit. */
  readonly onProgress?: (counts: ActionCounts) => void;
}
