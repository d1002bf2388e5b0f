import { type EnglishText, Text } from '@rowhouse/problems';
import type { ActionFailure } from '../definition/TableAction.ts';
import type { AnyRow } from '../definition/TableContext.ts';
import { rowName } from '../rows/rowName.ts';
import type { ActionRun } from './ActionRun.ts';
import type { CallEnvironment } from './CallContext.ts';
import { type CallOutcome, callHandler, failureMessage } from './callHandler.ts';
import type { Chunk } from './readChunk.ts';

/** Milliseconds after which a chunk is committed with the rows done by then. */
const longest = 2000;

export interface Attempt {
  /** Maximum number of rows of the chunk. */
  readonly size: number;
  /** Why the first row is not tried again; null to try it. */
  readonly givenUp: unknown;
  /** Whether to commit with the rows done by then. */
  readonly isFull?: () => boolean;
}

/** Outcome of the first `done` rows of a chunk. */
export interface HandledRows {
  readonly done: number;
  readonly gone: number;
  readonly failures: readonly FailedRow[];
  /** Why the next row has to be repeated. */
  readonly conflict: unknown;
}

export interface FailedRow {
  /** Zero-based index in the chunk. */
  readonly index: number;
  readonly failure: ActionFailure;
}

/** Calls the function of the action for the rows of a chunk. Rejects when the transaction is lost. */
export function handleRows(
  rows: Chunk,
  environment: CallEnvironment,
  attempt: Attempt,
): Promise<HandledRows> {
  return environment.run.action.rows
    ? handleTogether(rows, environment, attempt)
    : handleEach(rows, environment, attempt);
}

async function handleEach(
  rows: Chunk,
  environment: CallEnvironment,
  { givenUp, isFull = () => false }: Attempt,
): Promise<HandledRows> {
  const { run } = environment;
  const { action, cancel, pause } = run;
  const end = performance.now() + longest;
  const failures: FailedRow[] = [];
  let done = 0;
  let gone = 0;

  for (const row of rows) {
    if (cancel.aborted || pause.aborted || performance.now() > end || isFull()) break;

    if (row) {
      const called =
        givenUp && done === 0
          ? failed(givenUp)
          : callHandler((context) => action.row?.(row, context), environment);
      const outcome = called instanceof Promise ? await called : called;

      if (outcome.kind === 'conflict') return { done, gone, failures, conflict: outcome.error };
      if (outcome.kind === 'failed') {
        // An error of a cancelled function is not a failure of the row.
        if (cancel.aborted) break;
        const message = failureMessage(outcome.error, run, [row]);
        failures.push({ index: done, failure: failureOf(row, run, message) });
      }
    } else {
      gone++;
    }

    done++;
    if (failures.length > 0 && action.onFailure === 'stop') break;
  }

  return { done, gone, failures, conflict: null };
}

async function handleTogether(
  chunk: Chunk,
  environment: CallEnvironment,
  { givenUp }: Attempt,
): Promise<HandledRows> {
  const { run } = environment;
  const present = chunk.flatMap((row, place) => (row ? [{ place, row }] : []));
  const rows = present.map(({ row }) => row);
  const all = { done: chunk.length, gone: chunk.length - rows.length, conflict: null };

  if (rows.length === 0) return { ...all, failures: [] };

  const { messages, fail } = failingRows(rows.map((row) => row[run.query.table.template.dtRowId]));
  const outcome = givenUp
    ? failed(givenUp)
    : await callHandler((context) => run.action.rows?.(rows, context), { ...environment, fail });

  if (outcome.kind === 'conflict' || (outcome.kind === 'failed' && run.cancel.aborted)) {
    const conflict = outcome.kind === 'conflict' ? outcome.error : null;

    return { done: 0, gone: 0, failures: [], conflict };
  }

  const forAll = outcome.kind === 'failed' ? failureMessage(outcome.error, run, rows) : null;
  const failures = present.flatMap(({ place: at, row }): FailedRow[] => {
    const message = forAll ?? messages.get(String(row[run.query.table.template.dtRowId]));

    return message === undefined ? [] : [{ index: at, failure: failureOf(row, run, message) }];
  });

  return { ...all, failures };
}

/** Collects the failures that a `rows` function reports for single rows. A row keeps its first message. */
function failingRows(ids: readonly unknown[]) {
  const known = new Set(ids.map(String));
  const messages = new Map<string, EnglishText>();
  const fail: NonNullable<CallEnvironment['fail']> = (dtRowId, message) => {
    const id = String(dtRowId);
    if (!known.has(id)) {
      throw new Error(
        `fail() was called with the dtRowId ${id}, which no row of this chunk has. Pass that of a row of the call.`,
      );
    }
    if (typeof message !== 'string' || message.trim() === '') {
      throw new Error(
        `fail() was called without a message for the row ${id}. Pass a sentence that says why it failed.`,
      );
    }
    if (!messages.has(id)) messages.set(id, message);
  };

  return { messages, fail };
}

export function failed(error: unknown): CallOutcome {
  return { kind: 'failed', error };
}

export function failureOf(row: AnyRow, { query }: ActionRun, message: EnglishText | Text): ActionFailure {
  const { template } = query.table;
  const id = row[template.dtRowId];
  const name = rowName(row, template);

  // JSON has neither big integers nor dates.
  const sent = typeof id === 'number' ? id : id instanceof Date ? id.toJSON() : String(id);

  return {
    dtRowId: sent,
    ...(name !== undefined && { name }),
    message: String(message),
    ...(message instanceof Text && { text: message }),
  };
}
