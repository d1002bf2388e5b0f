import type { TableAction } from '../definition/TableAction.ts';
import type { TableQuery } from '../prepare/TableQuery.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';

/** A run in this process. */
export interface ActionRun {
  readonly query: TableQuery;
  readonly action: TableAction;
  readonly actionName: string;
  readonly id: string;
  /** Aborted when the run is cancelled, and when it is only to be left. */
  readonly cancel: AbortSignal;
  readonly pause: AbortSignal;
}

/** Whether there are rows to go on with. */
export function goesOn({ action }: ActionRun, { state, position, total, failed }: ActionRunRecord): boolean {
  return state === 'running' && position < total && !(action.onFailure === 'stop' && failed > 0);
}
