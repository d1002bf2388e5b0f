import { withSafeTexts } from '@rowhouse/drivers';
import { runChange } from '../changes/runChange.ts';
import type { TableAction } from '../definition/TableAction.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { updateTarget } from '../update/UpdateTarget.ts';
import { withInput } from '../update/withInput.ts';
import type { ActionRun } from './ActionRun.ts';
import { callHook } from './callHandler.ts';
import { handleRows } from './handleRows.ts';
import { listRows } from './listRows.ts';
import type { RunSteps } from './RunSteps.ts';
import { readChunk } from './readChunk.ts';
import { updateRows } from './updateRows.ts';

/** An action over the rows that match its request. */
export function actionSteps(action: TableAction): RunSteps {
  return {
    list: (transaction, { query, cancel }, key) => listRows(transaction, query, key, cancel),

    async start(transaction, run, { total }) {
      if (run.change !== null && total > 0) {
        const { table, context, runtime } = run.query;
        const { record, set } = runTarget(run);
        await runtime.changes.add(withSafeTexts(transaction.withoutPlugins()), {
          ...{ id: run.change, table: table.id, user: context.user, row: null },
          content: {
            ...{ kind: 'action', action: run.actionName, run: run.id },
            ids: record.ids.map(({ column }) => column),
            columns: set.map(({ column }) => column),
          },
        });
      }
      if (action.before) {
        await callHook('before', { run, total, transaction }, (context) => action.before?.(context));
      }
    },

    change: async ({ id, query }) => ((await keepsRows(action, query)) ? runChange('action', id) : null),

    handle: async (part, place, attempt, startedAt) =>
      action.update
        ? updateRows(part, place, attempt, {
            query: place.run.query,
            target: runTarget(place.run),
            now: new Date(startedAt),
          })
        : handleRows(await readChunk(place.transaction, place.run.query, part), place, attempt),

    takesMore: action.update !== undefined && action.chunkSize === undefined,
  };
}

interface KeepingFor extends Pick<TableQuery, 'runtime'> {
  readonly context: { readonly user: unknown };
}

/** Whether the user of a query can undo an action: only what the package itself writes is known. */
export async function keepsRows(
  { update }: Pick<TableAction, 'update'>,
  { runtime, context: { user } }: KeepingFor,
): Promise<boolean> {
  return update !== undefined && runtime.changes.keeps(user);
}

function runTarget({ query, action, actionName, input }: ActionRun) {
  if (!action.update) throw new Error(`The action "${actionName}" has no update.`);

  return withInput(updateTarget(query.table, query.query, actionName, action.update), input);
}
