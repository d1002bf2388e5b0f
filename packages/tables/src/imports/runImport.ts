import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { withSafeTexts } from '@rowhouse/drivers';
import { type ChangedRow, keepRows } from '../changes/changedRows.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { callAfter } from '../edit/callEdit.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import type { ImportRecord } from '../query/importTables.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { fileFault, type RowsFile } from './files/FileRows.ts';
import type { ImportPlan } from './ImportPlan.ts';
import { changeOfImport, undoOfImport } from './importChange.ts';
import {
  endImport,
  findImport,
  type ImportFailure,
  readFailures,
  recordChunk,
  startImport,
} from './importRecords.ts';
import type { ReadRow, RowReader } from './readRows.ts';
import { countRows, rowChunks } from './rowChunks.ts';
import { writeRows } from './writeRows.ts';

export interface ImportCounts {
  /** Rows below the header. */
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  /** Rows that were refused. */
  readonly failed: number;
}

export interface ImportResult extends ImportCounts {
  /** Identifier of the import. */
  readonly runId: string;
  readonly state: 'finished' | 'cancelled';
  /** The first refused rows, at most 100; `tables.imports.refused` has all. */
  readonly failures: readonly ImportFailure[];
  /** UUID of the change, to be sent as `undo` to undo it; null if it cannot be undone. */
  readonly undo: string | null;
}

export interface ImportRunOptions {
  /** Cancels the import after the current chunk. Imported rows stay, and the import cannot continue. */
  readonly signal?: AbortSignal;
  /** Stops the import after the current chunk; it continues when it is called again with the same `runId` and file. */
  readonly pause?: AbortSignal;
  /** Called before each chunk. A rejection ends the import with its error; it may be continued. */
  readonly authorize?: (counts: ImportCounts) => Promise<void>;
  /** Called when the rows are counted, and after every commit. */
  readonly onProgress?: (counts: ImportCounts) => void;
}

export interface ImportSource {
  readonly path: string;
  readonly file: RowsFile;
  readonly plan: ImportPlan;
  readonly reader: RowReader;
  readonly hooks: EditHooks;
}

const never = new AbortController().signal;

/**
 * Imports the rows of a file, or continues where an earlier attempt stopped. A chunk and the record of its progress are one
 * transaction, so that each row is written once, also if the process is killed.
 */
export async function runImport(
  source: ImportSource,
  runId: string,
  options: ImportRunOptions = {},
): Promise<ImportResult> {
  const { signal: cancel = never, pause = never } = options;
  const { runtime } = source.plan.create.query;
  let record = await openImport(source, runId, AbortSignal.any([cancel, pause]));
  const change = await changeOfImport(source.plan, record);
  const ended = async (last: ImportRecord) => ({
    ...(await resultOf(runtime, last)),
    undo: await undoOfImport(source.plan, change),
  });
  if (record.state !== 'running') return ended(record);

  const report = onceOnly(runtime);
  notify(record, options, runtime);
  for await (const rows of ahead(readChunks(source, record.position))) {
    if (cancel.aborted) break;
    pause.throwIfAborted();
    await options.authorize?.(countsOf(record));
    record = await importChunk(source, record, rows, { report, change });
    notify(record, options, runtime);
  }
  const state = cancel.aborted && record.position < record.total ? 'cancelled' : 'finished';

  return ended(await endImport(runtime, record, state));
}

async function openImport(
  { path, file, plan }: ImportSource,
  runId: string,
  signal: AbortSignal,
): Promise<ImportRecord> {
  const { query } = plan.create;
  const { runtime, table } = query;
  const digest = await digestOf(path, [
    plan.request.key,
    plan.request.sheet,
    plan.columns.map(({ index, name }) => [index, name]),
  ]);
  const known = await findImport(runtime, runId).catch((error: unknown) =>
    refuseMissingTables(runtime, error),
  );
  const record =
    known ??
    (await startImport(runtime, {
      id: runId,
      table_id: table.id,
      file: digest,
      total: await countRows(file, signal),
    }));
  if (record.table_id !== table.id) {
    throw new Error(
      `The import ${runId} is of table "${record.table_id}", not of "${table.id}". Give each import a name of its own.`,
    );
  }
  if (record.file !== digest)
    throw fileFault('It is not the file that the import has started with. Start another import.');

  return record;
}

/** Equal for the same bytes that are read in the same way. */
async function digestOf(path: string, reading: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(reading));
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash);

  return hash.digest('base64url');
}

async function refuseMissingTables({ db, onBackgroundError }: TableRuntime, cause: unknown): Promise<never> {
  const tables = await db.introspection.getTables();
  if (tables.some(({ name }) => name === 'rowhouse_imports')) throw cause;
  const error = new TableError(
    'tables.import_unavailable',
    'The import cannot run because its database tables are missing. Contact an administrator.',
    { cause: new Error('Run `await installImports(db)` in a migration.', { cause }) },
  );
  onBackgroundError(error);
  throw error;
}

/** The rows of each chunk. References are read before its transaction, which is short then. */
async function* readChunks({ file, reader }: ImportSource, position: number): AsyncGenerator<ReadRow[]> {
  for await (const chunk of rowChunks(file, position)) yield await reader.read(chunk);
}

/** Reads the next item while one is in use. */
async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  const read = () => {
    const next = items.next();
    // Reported when it is awaited.
    next.catch(() => undefined);

    return next;
  };
  try {
    for (let next = read(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = read();
      yield value;
    }
  } finally {
    await items.return(undefined);
  }
}

async function importChunk(
  { plan, reader, hooks }: ImportSource,
  record: ImportRecord,
  rows: readonly ReadRow[],
  { report, change }: { readonly report: (error: unknown) => void; readonly change: string | null },
): Promise<ImportRecord> {
  const { query } = plan.create;
  const { next, changes } = await writeTransaction(query.runtime, async (transaction) => {
    const changedRows: ChangedRow[] | null = change === null ? null : [];
    const written = await writeRows(rows, {
      ...{ plan, reader, hooks, transaction, changedRows },
      onUnknownError: report,
    });
    const outcomes = rows.map((row) => written.outcomes.get(row) ?? []);
    const failures = rows.flatMap((row) => {
      const outcome = written.outcomes.get(row);

      return typeof outcome === 'string' || !outcome ? [] : [{ row: row.row, faults: outcome }];
    });
    const counts = {
      rows: rows.length,
      created: outcomes.filter((outcome) => outcome === 'created').length,
      updated: outcomes.filter((outcome) => outcome === 'updated').length,
      failures,
    };

    // Locks the record of the import.
    const next = await recordChunk(transaction, record, counts);
    if (change !== null)
      await keepRows(withSafeTexts(transaction.withoutPlugins()), change, changedRows ?? []);

    return { next, changes: written.changes };
  });
  for (const change of changes) if (hooks.after) await callAfter(hooks.after, change, query);

  return next;
}

/** Reports the first error of an import: a million rows may fail for the same reason. */
function onceOnly({ onBackgroundError }: TableRuntime): (error: unknown) => void {
  let isReported = false;

  return (error) => {
    if (!isReported) onBackgroundError(error);
    isReported = true;
  };
}

function countsOf({ total, created, updated, failed }: ImportRecord): ImportCounts {
  return { total, created, updated, failed };
}

const listedFailures = 100;

async function resultOf({ db }: TableRuntime, record: ImportRecord): Promise<Omit<ImportResult, 'undo'>> {
  const state = record.state === 'cancelled' ? 'cancelled' : 'finished';
  const failures = record.failed === 0 ? [] : await readFailures(db, record.run, 0, listedFailures);

  return { runId: record.id, state, ...countsOf(record), failures };
}

/** An error in `onProgress` is reported and does not stop the import. */
function notify(record: ImportRecord, { onProgress }: ImportRunOptions, runtime: TableRuntime): void {
  try {
    onProgress?.(countsOf(record));
  } catch (error) {
    runtime.onBackgroundError(error);
  }
}
