import type { TableAction } from '../definition/TableAction.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { deleteWithin } from './deleteRecord.ts';
import { recordAnchor } from './RecordPlan.ts';

/** An action with `delete`, as one with a function that deletes the record of each row. Others are returned as they are. */
export function deletingAction(action: TableAction, query: TableQuery): TableAction {
  if (!action.delete) return action;
  const { delete: _, ...options } = action;
  const plan = { query, record: recordAnchor(query), fields: [] };
  const request = {
    values: {},
    expected: {},
    version: null,
    requestId: null,
    params: undefined,
    locale: null,
  };

  return {
    ...options,
    row: ({ dtRowId }, { db }) => deleteWithin(plan, { ...request, row: String(dtRowId) }, db),
  };
}
