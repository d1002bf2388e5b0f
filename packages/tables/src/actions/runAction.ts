import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isConflict } from '@rowhouse/drivers';
import { type EnglishText, say, Text } from '@rowhouse/problems';
import { english, inLanguage } from '@rowhouse/problems/internal';
import { countRows } from '../changes/changedRows.ts';
import type { ActionInput } from '../definition/ActionInput.ts';
import type { Table } from '../definition/Table.ts';
import type { ActionResult, ActionSummary, TableAction } from '../definition/TableAction.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type ActionRunRecord, inputList } from '../query/actionTables.ts';
import { type ActionRun, type ActionRunOptions, hasRemainingRows } from './ActionRun.ts';
import { actionSteps } from './actionSteps.ts';
import { callHook } from './callHandler.ts';
import type { Attempt } from './handleRows.ts';
import { openRun } from './openRun.ts';
import type { RunSteps, SteppedRun } from './RunSteps.ts';
import { type ChunkResult, runChunk } from './runChunk.ts';
import { bookkeeping, countsOf, failuresOf, inTransaction, readRun } from './runRecords.ts';
import { withStoredInput } from './storedInput.ts';

const defaultSize = 1000;
/** Attempts per row in case of conflicts, and milliseconds before the second attempt. */
const attempts = 5;
const firstDelay = 10;
const never = new AbortController().signal;

/**
 * Runs an action for each row that matched the request when its rows were listed, or continues a run: see `Tables.runAction`.
 */
export async function runAction(
  query: TableQuery,
  actionName: string,
  action: TableAction,
  options: ActionRunOptions = {},
  input: ActionInput = {},
): Promise<ActionResult> {
  return continueRun(actionRun(query, actionName, action, options, input), options);
}

/** Runs it from its start, or from where it stopped. */
export async function continueRun(started: SteppedRun, options: ActionRunOptions): Promise<ActionResult> {
  const change = await started.steps.change(started);
  const given = await withStoredInput({ ...started, change });
  let record = await openRun(given);
  // Another process may have started it at the same time.
  const run = await withStoredInput({ ...given, change: await keptChange(given) });

  reportProgress(run, record, options);

  for (let conflicts: unknown[] = []; hasRemainingRows(run, record) && !run.cancel.aborted; ) {
    run.pause.throwIfAborted();
    await assertAuthorized(run, record, options);

    const { position } = record;
    const next = await tryChunk(run, record, conflicts);
    const moved = next.record.position > position;

    record = next.record;
    conflicts = next.conflict ? [...(moved ? [] : conflicts), next.conflict] : [];
    if (moved) reportProgress(run, record, options);
  }

  if (record.state === 'running') {
    record = await endRun(run, record.run);
  }

  return resultOf(run, record);
}

/** The change of a run that was started by a process that keeps none does not exist. */
async function keptChange({ change, query }: ActionRun): Promise<string | null> {
  const { runtime, table, context } = query;
  if (change === null) return null;
  const by = { table: table.id, user: context.user, id: change };

  return (await runtime.changes.find(runtime.rawDb, by)) === null ? null : change;
}

export function actionRun(
  query: TableQuery,
  actionName: string,
  action: TableAction,
  { runId = randomUUID(), signal = never, pause = never }: ActionRunOptions,
  input: ActionInput = {},
  steps: RunSteps = actionSteps(action),
): SteppedRun {
  return { query, action, actionName, id: runId, cancel: signal, pause, input, change: null, steps };
}

/** Ends the run if the caller no longer has the permission. */
async function assertAuthorized(
  run: ActionRun,
  record: ActionRunRecord,
  { authorize }: ActionRunOptions,
): Promise<void> {
  try {
    await authorize?.(countsOf(record));
  } catch (error) {
    await endRun(run, record.run);
    throw error;
  }
}

/**
 * Runs the next chunk. After each conflict the chunk is smaller, to lock and repeat fewer rows; after the last attempt its
 * first row counts as failed.
 */
async function tryChunk(
  run: SteppedRun,
  record: ActionRunRecord,
  conflicts: readonly unknown[],
): Promise<ChunkResult> {
  const size = Math.max(1, Math.floor((run.action.chunkSize ?? defaultSize) / 8 ** conflicts.length));
  const attempt: Attempt = { size, givenUp: conflicts.length < attempts ? null : conflicts.at(-1) };

  if (conflicts.length > 0) await delay(firstDelay * 2 ** (conflicts.length - 1));

  try {
    return await runChunk(run, record, attempt);
  } catch (error) {
    // The database rolled back the whole transaction, or refused to commit it.
    if (attempt.givenUp === null && isConflict(error)) return { record, conflict: error };
    throw error;
  }
}

async function resultOf(run: SteppedRun, record: ActionRunRecord): Promise<ActionResult> {
  const { state } = record;
  const { db } = run.query.runtime;

  if (state === 'listed' || state === 'running' || state === 'abandoned') {
    throw new TableError(
      'tables.action_unavailable',
      say`The run ${run.id} was not continued for more than a day and is abandoned. Start the action again.`,
    );
  }

  const summary = { runId: run.id, state, ...countsOf(record), failures: await failuresOf(db, record) };

  const text = messageOf(run, summary);

  return { ...summary, message: inLanguage(text, english), text, undo: await undoOf(run) };
}

/** Null if no rows were changed, too. */
async function undoOf({ change, query: { runtime } }: ActionRun): Promise<string | null> {
  return change !== null && (await countRows(runtime.rawDb, change)) > 0 ? change : null;
}

/** The action's own message; an error in its function is reported, and the default message used. */
function messageOf({ action, query, input, steps }: SteppedRun, summary: ActionSummary): EnglishText | Text {
  try {
    return action.message?.({ ...summary, input }) ?? steps.message?.(summary) ?? summaryMessage(summary);
  } catch (error) {
    query.runtime.onBackgroundError(error);

    return summaryMessage(summary);
  }
}

/** An error in `onProgress` is reported and does not stop the run. */
function reportProgress(run: ActionRun, record: ActionRunRecord, { onProgress }: ActionRunOptions): void {
  try {
    onProgress?.(countsOf(record));
  } catch (error) {
    run.query.runtime.onBackgroundError(error);
  }
}

/** Calls `after`, marks the run as ended and removes its list, in one transaction; exactly once across processes. */
function endRun(run: ActionRun, key: number): Promise<ActionRunRecord> {
  const { query, action } = run;
  return inTransaction(query.runtime, async (transaction) => {
    const database = bookkeeping(transaction);
    const updateRun = database.updateTable('rowhouse_action_runs').where('run', '=', key);
    // Locks the run until the transaction ends.
    await updateRun.set({ updated_at: Date.now() }).execute();
    const record = await readRun(transaction, key);

    if (record.state !== 'running') return record;

    const state = endOf(run, record);

    if (action.after) {
      const failures = await failuresOf(transaction, record);
      const summary = { runId: run.id, state, ...countsOf(record), failures };

      await callHook('after', { run, total: record.total, transaction }, (context) =>
        action.after?.(summary, context),
      );
    }

    const last = { state, updated_at: Date.now() };
    await database
      .deleteFrom('rowhouse_action_lists')
      .where('run', '=', key)
      .where('list', '<>', inputList)
      .execute();
    await updateRun.set(last).execute();

    return { ...record, ...last };
  });
}

function endOf(run: ActionRun, record: ActionRunRecord): ActionSummary['state'] {
  if (hasRemainingRows(run, record)) return 'cancelled';

  return run.action.onFailure === 'stop' && record.failed > 0 ? 'stopped' : 'finished';
}

/** The message of a run whose action has no `message`. */
function summaryMessage({ state, total, processed, failed, gone }: ActionSummary): Text {
  if (total === 0) return say`No row matched.`;

  const left = total - processed - failed - gone;
  const sentences: readonly (readonly [isSaid: boolean, text: EnglishText, rows: number])[] = [
    [true, 'The action was applied to {0|# row|# rows}.', processed],
    [failed > 0, '{0|# row|# rows} failed.', failed],
    [gone > 0, '{0|# row no longer exists|# rows no longer exist}.', gone],
    [
      state === 'stopped',
      'It stopped at the failure; {0|# row was not processed|# rows were not processed}.',
      left,
    ],
    [state === 'cancelled', 'It was cancelled; {0|# row was not processed|# rows were not processed}.', left],
  ];

  return sentences
    .filter(([isSaid]) => isSaid)
    .map(([, text, rows]) => new Text(text, [rows]))
    .reduce((all, next) => say`${all} ${next}`);
}

/** The action with that name. Throws `tables.not_found`, for example for a job whose action was removed from the code. */
export function findAction({ id, actions }: Table, name: string): TableAction {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;

  if (!action) throw new TableError('tables.not_found', say`The table "${id}" has no action "${name}".`);

  return action;
}
