import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isConflict } from '@rowhouse/drivers';
import type { ActionResult, ActionSummary } from '../definition/ActionSummary.ts';
import type { TableAction } from '../definition/TableAction.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/TableQuery.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';
import { type ActionRun, goesOn } from './ActionRun.ts';
import type { ActionRunOptions } from './ActionRunOptions.ts';
import { endRun } from './endRun.ts';
import type { Attempt } from './handleRows.ts';
import { openRun } from './openRun.ts';
import { type ChunkResult, runChunk } from './runChunk.ts';
import { countsOf, failuresOf } from './runRecords.ts';
import { summaryMessage } from './summaryMessage.ts';

const defaultSize = 1000;
/** Times that a row is tried when other transactions are in its way, and milliseconds before the second. */
const attempts = 5;
const firstDelay = 10;
const never = new AbortController().signal;

/**
 * Runs an action for each row of a request that matched when it began, or goes on with such a run: see
 * `Tables.runAction`.
 */
export async function runAction(
  query: TableQuery,
  actionName: string,
  action: TableAction,
  options: ActionRunOptions = {},
): Promise<ActionResult> {
  const { runId = randomUUID(), signal = never, pause = never } = options;
  const run: ActionRun = { query, action, actionName, id: runId, cancel: signal, pause };
  let record = await openRun(run);

  tellProgress(run, record, options);

  for (let conflicts: unknown[] = []; goesOn(run, record) && !signal.aborted; ) {
    pause.throwIfAborted();
    await assertAuthorized(run, record, options);

    const { position } = record;
    const next = await tryChunk(run, record, conflicts);
    const moved = next.record.position > position;

    record = next.record;
    conflicts = next.conflict ? [...(moved ? [] : conflicts), next.conflict] : [];
    if (moved) tellProgress(run, record, options);
  }

  if (record.state === 'running') {
    record = await endRun(run, record.run);
  }

  return resultOf(run, record);
}

/** Ends the run for good when the caller may no longer run it. */
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
 * The next chunk. After a conflict it is smaller each time, so that less is in the way of others, and less is repeated;
 * in the end its first row is given up.
 */
async function tryChunk(
  run: ActionRun,
  record: ActionRunRecord,
  conflicts: readonly unknown[],
): Promise<ChunkResult> {
  const size = Math.max(1, Math.floor((run.action.chunkSize ?? defaultSize) / 8 ** conflicts.length));
  const attempt: Attempt = { size, givenUp: conflicts.length < attempts ? null : conflicts.at(-1) };

  if (conflicts.length > 0) await delay(firstDelay * 2 ** (conflicts.length - 1));

  try {
    return await runChunk(run, record, attempt);
  } catch (error) {
    // The database undid the whole transaction, or refused to commit it.
    if (attempt.givenUp === null && isConflict(error)) return { record, conflict: error };
    throw error;
  }
}

async function resultOf(run: ActionRun, record: ActionRunRecord): Promise<ActionResult> {
  const { state } = record;
  const { db } = run.query.runtime;

  if (state === 'running' || state === 'abandoned') {
    throw new TableError(
      'tables.action_unavailable',
      `Nobody went on with the run ${run.id} for more than a day, and it has been given up. Start the action anew.`,
    );
  }

  const summary = { runId: run.id, state, ...countsOf(record), failures: await failuresOf(db, record) };

  return { ...summary, message: messageOf(run, summary) };
}

/** What is done is done, whatever becomes of the sentence about it. */
function messageOf({ action, query }: ActionRun, summary: ActionSummary): string {
  try {
    return action.message?.(summary) ?? summaryMessage(summary);
  } catch (error) {
    query.runtime.onBackgroundError(error);

    return summaryMessage(summary);
  }
}

/** Who listens cannot end the run by failing. */
function tellProgress(run: ActionRun, record: ActionRunRecord, { onProgress }: ActionRunOptions): void {
  try {
    onProgress?.(countsOf(record));
  } catch (error) {
    run.query.runtime.onBackgroundError(error);
  }
}
