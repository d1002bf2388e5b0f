import type { Writable } from 'node:stream';
import type { ExportFileFormat } from '@rowhouse/table-protocol';
import { conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { countQuery } from '../query/aggregateQuery.ts';
import type { RowSnapshot } from '../query/dialects/Dialect.ts';
import { orderedRows } from '../query/pageQuery.ts';
import { completeRows } from '../rows/completeRows.ts';
import { callApplication, ofApplication } from '../runtime/applicationErrors.ts';
import type { ExportWriter, ExportWriterFactory } from './ExportWriter.ts';
import { type ExportGroups, planGroups } from './planGroups.ts';
import { exportedColumns, planSheet } from './planSheet.ts';
import { readHeads } from './readHeads.ts';
import { createCsvWriter } from './writers/csv/createCsvWriter.ts';
import { createXlsxWriter } from './writers/xlsx/createXlsxWriter.ts';

/** How an export is written. */
export interface ExportRun {
  /** `xlsx` by default. */
  readonly format?: ExportFileFormat;
  /** IANA time zone in which dates are filtered and written; the configured one by default. */
  readonly timeZone?: string | null;
  /** The moment to which relative dates in filters refer: when the request was made. The current time by default. */
  readonly now?: Date;
  /** Takes the file, and is ended with it; destroyed when the export fails. */
  readonly output: Writable;
  /** With `replicas`: reads the primary, as for an export that a replica has failed. False by default. */
  readonly fromPrimary?: boolean;
  /** Cancels the export and its query immediately. */
  readonly signal?: AbortSignal;
  /** Translates the table's name, headers, labels of enumerations, and values tagged `translatable`. */
  readonly translate?: (text: string) => string;
  /** Called with the number of rows, before the first is written. */
  readonly onStart?: (total: number) => void;
  /** Called after every block with the number of rows written so far. */
  readonly onProgress?: (entries: number) => void;
}

export interface ExportResult {
  /** Rows in the file, without headers and lines of groups. */
  readonly rows: number;
  readonly sheets: number;
}

/** Rows read, completed and written at a time. More cost memory, and are not faster. */
const blockSize = 1000;

/**
 * Writes all rows of a request to a file, in its order, and in its groups if it is `grouped`: exactly those that matched at
 * one instant. Memory is flat, however many they are. Rejects with the signal's reason, with what the database or the output throws.
 */
export async function runExport(query: TableQuery, run: ExportRun): Promise<ExportResult> {
  const { runtime } = query;
  const { format = 'xlsx', translate } = run;
  const columns = exportedColumns(query.table, query.context.request, format);
  const groups = planGroups(query, { format, exported: new Set(columns.map(({ name }) => name)) });
  const writer = writers[format](run.output, planSheet(query, { format, groups, translate }));
  // An output may fail at any time, also while the database is queried.
  const stop = new AbortController();
  const signal = run.signal ? AbortSignal.any([run.signal, stop.signal]) : stop.signal;
  const onOutputError = (error: Error) => stop.abort(ofApplication(error));
  run.output.on('error', onOutputError);
  // Also while the output takes its time.
  const giveUp = () => void writer.abort();
  signal.addEventListener('abort', giveUp, { once: true });

  try {
    signal.throwIfAborted();
    const snapshot = await runtime.dialect.openRowSnapshot(runtime.db, runtime.onBackgroundError);

    try {
      return await writeRows(query, run, { groups, snapshot, writer, signal });
    } finally {
      await snapshot.close().catch(runtime.onBackgroundError);
    }
  } catch (error) {
    await writer.abort();
    throw signal.aborted ? ofApplication(signal.reason) : error;
  } finally {
    run.output.off('error', onOutputError);
    // A signal of the whole process would keep the writer, and end an output that is done.
    signal.removeEventListener('abort', giveUp);
  }
}

interface OpenExport {
  readonly groups: ExportGroups | null;
  readonly snapshot: RowSnapshot;
  readonly writer: ExportWriter;
  readonly signal: AbortSignal;
}

async function writeRows(
  query: TableQuery,
  { onStart, onProgress }: ExportRun,
  { groups, snapshot, writer, signal }: OpenExport,
): Promise<ExportResult> {
  const total = await countRows(query, snapshot, signal);
  callApplication(() => onStart?.(total));

  const rowsQuery = (groups?.query ?? orderedQuery(query)).compile();
  const headsOf = groups && readHeads(groups);
  let rows = 0;

  for await (const block of snapshot.rows(rowsQuery, blockSize, signal)) {
    const heads = headsOf?.(block);
    await completeRows(block, { ...query, db: snapshot.beside, presented: false });
    await written(writer.write(block, heads));
    rows += block.length;
    callApplication(() => onProgress?.(rows));
    signal.throwIfAborted();
  }

  const { sheets } = await written(writer.finish());

  return { rows, sheets };
}

/** Marks errors of the output and of row functions as not caused by the database. */
async function written<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw ofApplication(error);
  }
}

async function countRows(query: TableQuery, snapshot: RowSnapshot, signal: AbortSignal): Promise<number> {
  const counting = countQuery(query.runtime.db, query.query, conditionsOf(query)).compile();
  const [row] = await snapshot.read(counting, signal);

  return Number(row?.count);
}

function orderedQuery(query: TableQuery) {
  return orderedRows(
    query.query,
    { conditions: conditionsOf(query), order: query.plan.order },
    query.resolve,
    query.runtime.dialect,
  );
}

export const writers: Readonly<Record<ExportFileFormat, ExportWriterFactory>> = {
  xlsx: createXlsxWriter,
  csv: createCsvWriter,
};
