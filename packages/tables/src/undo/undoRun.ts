import { say } from '@rowhouse/problems';
import type { ActionRunOptions } from '../actions/ActionRun.ts';
import type { SteppedRun } from '../actions/RunSteps.ts';
import { actionRun } from '../actions/runAction.ts';
import type { Change, RowsChange } from '../changes/Change.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type ChangeOfRows, type IsRunning, undoSteps } from './undoSteps.ts';

/** The change that is to be undone, and how it was made. */
export interface UndoneChange extends Pick<RowsChange, 'kind' | 'action'> {
  readonly id: string;
  readonly isRunning: IsRunning;
  /** Most rows of a chunk, as of the action. Defaults to 1,000, of which a transaction has several. */
  readonly chunkSize?: number | undefined;
}

/**
 * The run that undoes a change of the user of a query. Throws `tables.row_not_found` if the change is not his, was not made in this
 * way, or is no longer kept.
 */
export async function undoRun(
  query: TableQuery,
  { id, kind, action, isRunning, chunkSize }: UndoneChange,
  options: ActionRunOptions,
): Promise<SteppedRun> {
  const { runtime, table, context } = query;
  const by = { table: table.id, user: context.user, id, at: options.now };
  const change = (await runtime.changes.keeps(by.user))
    ? await runtime.changes.find(runtime.rawDb, by)
    : null;
  if (change && isOfRows(change) && change.content.kind === kind && change.content.action === action) {
    const steps = undoSteps(change, { isRunning, takesMore: chunkSize === undefined });
    const own = { update: { set: {} }, ...(chunkSize !== undefined && { chunkSize }) };

    // No action of an application has such a name.
    return actionRun(query, `undo ${id}`, own, options, {}, steps);
  }

  throw new TableError(
    'tables.row_not_found',
    say`The change ${id} cannot be undone: it is not yours, or it is too old.`,
  );
}

function isOfRows(change: Change): change is ChangeOfRows {
  return change.content.kind === 'action' || change.content.kind === 'import';
}
