import { withSafeTexts } from '@rowhouse/drivers';
import type { ActionRun } from '../actions/ActionRun.ts';
import { actionSteps } from '../actions/actionSteps.ts';
import { handleRows } from '../actions/handleRows.ts';
import type { RunSteps } from '../actions/RunSteps.ts';
import { readChunk } from '../actions/readChunk.ts';
import { type ChangedRow, keepRows } from '../changes/changedRows.ts';
import type { TableAction } from '../definition/TableAction.ts';
import type { AnyRow } from '../definition/TableContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { deleteWithin } from './deleteRecord.ts';
import { type Keeping, keepingOf, keptColumns } from './keptRecord.ts';
import { recordAnchor } from './RecordPlan.ts';

/** Characters of deleted records at which a chunk is committed: they are in memory until then. */
const mostKept = 8_000_000;

/** The steps of an action; one with `delete` deletes the record of each row like a single one. */
export function stepsOf(action: TableAction, query: TableQuery): RunSteps {
  return action.delete ? deletingSteps(action, query) : actionSteps(action);
}

function deletingSteps(action: Extract<TableAction, { readonly delete: true }>, query: TableQuery): RunSteps {
  const { delete: _, ...options } = action;
  const rowIdOf = (row: AnyRow | null | undefined) => String(row?.[query.table.template.dtRowId]);
  const plan = { query, record: recordAnchor(query), fields: [] };
  const request = {
    ...{ values: {}, expected: {}, version: null, requestId: null },
    ...{ params: undefined, locale: null },
  };
  let keeping: Keeping | null = null;

  const steps = actionSteps(action, {
    kept: () => ({ record: plan.record, columns: keptColumns(plan), deletes: true }),

    async handle(part, place, attempt) {
      const { run, transaction } = place;
      const deleted = new Map<string, ChangedRow>();
      let length = 0;
      const deleting: TableAction = {
        ...options,
        async row(row, { db }) {
          const id = rowIdOf(row);
          const kept = await deleteWithin(
            plan,
            { ...request, row: id },
            db,
            run.change === null ? null : keeping,
          );
          if (kept === null) return;
          deleted.set(id, kept);
          for (const text of kept.before ?? []) length += text?.length ?? 0;
        },
      };
      const rows = await readChunk(transaction, query, part);
      const handled = await handleRows(
        rows,
        { ...place, run: { ...run, action: deleting } },
        { ...attempt, isFull: () => length > mostKept },
      );
      const failed = new Set(handled.failures.map(({ index }) => index));
      const kept = rows.slice(0, handled.done).flatMap((row, index) => {
        return failed.has(index) ? [] : (deleted.get(rowIdOf(row)) ?? []);
      });
      if (run.change !== null) await keepRows(withSafeTexts(transaction.withoutPlugins()), run.change, kept);

      return handled;
    },

    takesMore: false,
  });

  return {
    ...steps,
    async change(run: ActionRun) {
      const id = await steps.change(run);
      keeping = id === null ? null : await keepingOf(plan);

      return id;
    },
  };
}
