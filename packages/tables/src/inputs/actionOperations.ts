import { say, type TranslateText } from '@rowhouse/problems';
import type { ActionForm, ActionPreview } from '@rowhouse/table-protocol';
import type { ListedRows } from '../actions/ActionJobs.ts';
import type { ActionRunOptions } from '../actions/ActionRun.ts';
import { listRun } from '../actions/openRun.ts';
import type { SteppedRun } from '../actions/RunSteps.ts';
import { actionRun, continueRun } from '../actions/runAction.ts';
import { discardRun, findRun, isOpen } from '../actions/runRecords.ts';
import type { Permits } from '../definition/Permits.ts';
import type { Table } from '../definition/Table.ts';
import type { ActionResult } from '../definition/TableAction.ts';
import { TableError } from '../errors.ts';
import { usableRoutes } from '../init/InitContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type RouteRegistry, routeRegistry } from '../RouteRegistry.ts';
import { stepsOf } from '../records/deletingSteps.ts';
import { isUndo, parseUndo } from '../records/parseUndo.ts';
import type { PlanOptions } from '../records/RecordPlan.ts';
import { formOf, newValues } from '../records/recordForm.ts';
import type { FormCall } from '../records/recordOperations.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { translated } from '../runtime/translated.ts';
import { undoRun } from '../undo/undoRun.ts';
import type { IsRunning } from '../undo/undoSteps.ts';
import { type NamedAction, planInput } from './planInput.ts';
import { previewAction } from './previewAction.ts';
import { readInput } from './readInput.ts';

export interface PreviewCall {
  /** IANA time zone of dates. Defaults to the configured one. */
  readonly timeZone?: string | null;
  /** Cancels the queries. */
  readonly signal?: AbortSignal;
  /** Translates the reasons of refusals. Defaults to English. */
  readonly translate?: TranslateText | undefined;
}

/** Running actions of tables, what they ask for, and what they would do. */
export interface ActionOperations {
  /**
   * Runs an action of a table exactly once for each row that matches the request now; or starts or continues the run
   * `options.runId` for the rows that were listed for it, which needs the same `payload`, `user` and `options.timeZone`. A cancelled run also returns its
   * result. Failures of rows are in the result. With an `UndoPayload` as its payload, it undoes what an earlier run of the same user has
   * changed by an `update`, or deleted, and the failures are rows that were changed since, or cannot be restored. Throws what `data` throws, `tables.action_refused` and other errors of
   * `before` and `after`, `tables.rows_changed` if the request names another number of rows, the reason of
   * `options.pause`, and `tables.action_unavailable`.
   */
  runAction(
    id: string,
    action: string,
    payload: unknown,
    user: unknown,
    options?: ActionRunOptions,
  ): Promise<ActionResult>;
  /**
   * Lists the rows of an action that `runAction` runs later under the same `runId`: a row that matches only then is not
   * handled, and one that no longer matches is. Throws what `runAction` throws before it starts.
   */
  listAction(
    id: string,
    action: string,
    payload: unknown,
    user: unknown,
    options: Pick<ActionRunOptions, 'timeZone' | 'now'> & { readonly runId: string },
  ): Promise<ListedRows>;
  /**
   * The form of what an action asks the user for. Throws `tables.not_found` for an action without `input`, and
   * `tables.invalid_query`.
   */
  actionForm(id: string, action: string, user?: unknown, options?: FormCall): Promise<ActionForm>;
  /**
   * What an action would do now; nothing is changed. `payload` is that of the action. For a declared `update`: the number of rows,
   * how many of them it refuses, and the first ten before and after; otherwise the number of rows. Throws what `runAction` throws
   * before it starts.
   */
  previewAction(
    id: string,
    action: string,
    payload: unknown,
    user?: unknown,
    options?: PreviewCall,
  ): Promise<ActionPreview>;
}

/** Prepares the request of an action. */
export type WithAction = <T>(
  call: {
    readonly id: string;
    readonly action: string;
    readonly payload: unknown;
    readonly user: unknown;
    readonly run: Pick<ActionRunOptions, 'timeZone' | 'now'> | undefined;
  },
  use: (query: TableQuery, named: NamedAction) => Promise<T>,
) => Promise<T>;

interface OperationsOptions extends PlanOptions {
  readonly permits?: Permits | undefined;
  readonly runtime: TableRuntime;
  readonly withAction: WithAction;
  readonly routes?: RouteRegistry | undefined;
}

const never = new AbortController().signal;

export function actionOperations(options: OperationsOptions): ActionOperations {
  const { permits, runtime, withAction, routes = routeRegistry() } = options;

  const mayRead = async ({ template, routeNames }: Table, user: unknown): Promise<boolean> =>
    template.auth || permits === undefined || (user !== null && (await permits(user, routeNames.data)));

  /** Prepares a run of an action, or what undoes one. */
  const withRun = <T>(
    { run, ...call }: Parameters<WithAction>[0] & { readonly run: ActionRunOptions },
    use: (run: SteppedRun) => Promise<T>,
  ): Promise<T> => {
    if (!isUndo(call.payload)) {
      return withAction({ ...call, run }, async (query, named) => {
        const input = await readInput(query, named, options);

        const { name, action } = named;

        return use(actionRun(query, name, action, run, input, stepsOf(action, query)));
      });
    }

    return translated(async () => {
      const { undo: id, ...payload } = parseUndo(call.payload);
      const isRunning: IsRunning = async (db, made) => isOpen(await findRun({ db }, made));

      return withAction({ ...call, payload, run }, async (query, { name, action: { chunkSize } }) =>
        use(await undoRun(query, { id, kind: 'action', action: name, isRunning, chunkSize }, run)),
      );
    });
  };

  return {
    runAction: (id, action, payload, user, run = {}) =>
      withRun({ id, action, payload, user, run }, (started) => continueRun(started, run)),
    listAction: (id, action, payload, user, run) =>
      withRun({ id, action, payload, user, run }, async (listed) => {
        const { total } = await listRun(listed);

        return { total, discard: () => translated(() => discardRun(runtime, run.runId)) };
      }),
    actionForm(id, action, user = null, { timeZone = null, locale, params, pathParams = {} } = {}) {
      const call = { id, action, payload: { params, locale }, user, run: { timeZone } };

      return withAction(call, async (query, named) => {
        const { table, context } = query;
        if (named.action.input === undefined) {
          throw new TableError('tables.not_found', say`The action "${action}" has no input.`);
        }
        const plan = await planInput(query, named, options);
        const names = await usableRoutes(table.template, permits, context.user);
        const mayUse = (name: string) => names.has(name);
        const fields = formOf(plan, { routes, pathParams, locale: table.template.locale, mayUse });

        return { fields, values: newValues(plan) };
      });
    },
    previewAction: (id, action, payload, user = null, { timeZone = null, signal = never, translate } = {}) =>
      withAction({ id, action, payload, user, run: { timeZone } }, async (query, named) =>
        previewAction(query, named, {
          input: await readInput(query, named, options),
          mayRead: await mayRead(query.table, query.context.user),
          signal,
          translate,
        }),
      ),
  };
}
