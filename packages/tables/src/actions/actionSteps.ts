import { withSafeTexts } from '@rowhouse/drivers';
import { runChange } from '../changes/runChange.ts';
import type { TableAction } from '../definition/TableAction.ts';
import { isDeclared } from '../definition/tableActions.ts';
import type { EditedRecord } from '../edit/EditTarget.ts';
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

/** How the package itself writes the rows of an action, so that it knows what to undo. */
export interface DeclaredSteps extends Pick<RunSteps, 'handle' | 'takesMore'> {
  /** What is kept of the rows. */
  kept(run: ActionRun): {
    readonly record: EditedRecord;
    /** By the database's names. */
    readonly columns: readonly string[];
    readonly deletes?: true;
  };
}

/** An action over the rows that match its request. */
export function actionSteps(
  action: TableAction,
  declared: DeclaredSteps | null = action.update ? updateSteps(action) : null,
): RunSteps {
  return {
    list: (transaction, { query, cancel }, key) => listRows(transaction, query, key, cancel),

    async start(transaction, run, { total }) {
      if (declared && run.change !== null && total > 0) {
        const { table, context, runtime } = run.query;
        const { record, ...kept } = declared.kept(run);
        await runtime.changes.add(withSafeTexts(transaction.withoutPlugins()), {
          ...{ id: run.change, table: table.id, user: context.user, row: null },
          content: {
            ...{ kind: 'action', action: run.actionName, run: run.id },
            ids: record.ids.map(({ column }) => column),
            ...kept,
          },
        });
      }
      if (action.before) {
        await callHook('before', { run, total, transaction }, (context) => action.before?.(context));
      }
    },

    change: async ({ id, query }) => ((await keepsRows(action, query)) ? runChange('action', id) : null),

    handle:
      declared?.handle ??
      (async (part, place, attempt) =>
        handleRows(await readChunk(place.transaction, place.run.query, part), place, attempt)),
    takesMore: declared?.takesMore ?? false,
  };
}

function updateSteps({ chunkSize }: TableAction): DeclaredSteps {
  return {
    kept(run) {
      const { record, set } = runTarget(run);

      return { record, columns: set.map(({ column }) => column) };
    },

    handle: async (part, place, attempt, startedAt) =>
      updateRows(part, place, attempt, {
        query: place.run.query,
        target: runTarget(place.run),
        now: new Date(startedAt),
      }),

    takesMore: chunkSize === undefined,
  };
}

interface KeepingFor extends Pick<TableQuery, 'runtime'> {
  readonly context: { readonly user: unknown };
}

/** Whether the user of a query can undo an action. */
export async function keepsRows(
  action: Pick<TableAction, 'update' | 'delete'>,
  { runtime, context: { user } }: KeepingFor,
): Promise<boolean> {
  return isDeclared(action) && runtime.changes.keeps(user);
}

function runTarget({ query, action, actionName, input }: ActionRun) {
  if (!action.update) throw new Error(`The action "${actionName}" has no update.`);

  return withInput(updateTarget(query.table, query.query, actionName, action.update), input);
}
