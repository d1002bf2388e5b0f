import type { Writable } from 'node:stream';
import type { ExportFileFormat } from '@rowhouse/table-protocol/internal';
import { conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { countQuery } from '../query/aggregateQuery.ts';
import type { RowSnapshot } from '../query/dialects/Dialect.ts';
import type { Builder } from '../query/HostQuery.ts';
import { orderedRows } from '../query/pageQuery.ts';
import { completeRows } from '../rows/completeRows.ts';
import { callApplication, ofApplication } from '../runtime/applicationErrors.ts';
import type { ExportSheet, ExportWriter, ExportWriterFactory } from './ExportWriter.ts';
import { type ExportGroups, planGroups } from './planGroups.ts';
import { exportedColumns, planSheet } from './planSheet.ts';
import { readHeads } from './readHeads.ts';
import type { ReadTexts, TextRows } from './TextRows.ts';
import { createCsvWriter } from './writers/csv/createCsvWriter.ts';
import { createXlsxWriter } from './writers/xlsx/createXlsxWriter.ts';

/** How an export is written. */
export interface ExportRun {
  /** Defaults to `xlsx`. */
  readonly format?: ExportFileFormat;
  /** IANA time zone in which dates are filtered and written. Defaults to the configured one. */
  readonly timeZone?: string | null;
  /** The moment to which relative dates in filters refer: when the request was made. Defaults to the current time. */
  readonly now?: Date;
  /** Receives the file, and is ended after it; destroyed when the export fails. */
  readonly output: Writable;
  /** With `replicas`: reads the primary, for example after a replica has failed. Defaults to false. */
  readonly fromPrimary?: boolean;
  /** Cancels the export and its query immediately. */
  readonly signal?: AbortSignal;
  /** Translates the table's name, headers, labels of enumerations, and values tagged `translatable`. */
  readonly translate?: (text: string) => string;
  /** Called with the number of rows before the first is written. */
  readonly onStart?: (total: number) => void;
  /** Called after every block with the number of rows written so far. */
  readonly onProgress?: (entries: number) => void;
}

interface RunOptions extends ExportRun {
  /** Without it, rows are read as objects. */
  readonly readTexts?: ReadTexts | undefined;
}

export interface ExportResult {
  /** Rows in the file, without headers and lines of groups. */
  readonly rows: number;
  readonly sheets: number;
}

/** Rows that are read, completed and written together. Larger blocks use more memory and are not faster. */
const blockSize = 1000;

/**
 * Writes all rows of a request to a file, in its order, and in its groups if it is `grouped`: exactly those that match
 * in one snapshot. Memory does not grow with the number of rows. Rejects with the signal's reason, and with errors of
 * the database and the output.
 */
export async function runExport(query: TableQuery, run: RunOptions): Promise<ExportResult> {
  const { runtime } = query;
  const { format = 'xlsx', translate } = run;
  const columns = exportedColumns(query.table, query.context.request, format);
  const groups = planGroups(query, { format, exported: new Set(columns.map(({ name }) => name)) });
  const sheet = planSheet(query, { format, groups, translate });
  const writer = writers[format](run.output, sheet);
  // An output may fail at any time, also while the database is queried.
  const stop = new AbortController();
  const signal = run.signal ? AbortSignal.any([run.signal, stop.signal]) : stop.signal;
  const onOutputError = (error: Error) => stop.abort(ofApplication(error));
  run.output.on('error', onOutputError);
  // Also if the output is slow.
  const giveUp = () => void writer.abort();
  signal.addEventListener('abort', giveUp, { once: true });

  try {
    signal.throwIfAborted();
    const snapshot = await runtime.dialect.openRowSnapshot(runtime.db, runtime.onBackgroundError);

    try {
      return await writeRows(query, run, { groups, sheet, snapshot, writer, signal });
    } finally {
      await snapshot.close().catch(runtime.onBackgroundError);
    }
  } catch (error) {
    await writer.abort();
    throw signal.aborted ? ofApplication(signal.reason) : error;
  } finally {
    run.output.off('error', onOutputError);
    // A signal that lives as long as the process would keep the writer alive, and could end a completed output.
    signal.removeEventListener('abort', giveUp);
  }
}

interface OpenExport {
  readonly groups: ExportGroups | null;
  readonly sheet: ExportSheet;
  readonly snapshot: RowSnapshot;
  readonly writer: ExportWriter;
  readonly signal: AbortSignal;
}

async function writeRows(
  query: TableQuery,
  { onStart, onProgress, readTexts }: RunOptions,
  open: OpenExport,
): Promise<ExportResult> {
  const { groups, snapshot, writer, signal } = open;
  const total = await countRows(query, snapshot, signal);
  callApplication(() => onStart?.(total));

  const rowsQuery = groups?.query ?? orderedQuery(query);
  const headsOf = groups && readHeads(groups);
  let rows = 0;

  const wrote = (more: number) => {
    rows += more;
    callApplication(() => onProgress?.(rows));
    signal.throwIfAborted();
  };
  const texts = readTexts ? await textsOf(query, rowsQuery, open, readTexts) : null;

  if (texts) {
    for await (const block of texts.blocks()) {
      await written(writer.writeTexts(block));
      wrote(block.rows);
    }
  } else {
    for await (const block of snapshot.rows(rowsQuery.compile(), blockSize, signal)) {
      const heads = headsOf?.(block);
      const showTexts = await completeRows(block, { ...query, db: snapshot.beside, presented: false });
      showTexts();
      await written(writer.write(block, heads));
      wrote(block.length);
    }
  }

  const { sheets } = await written(writer.finish());

  return { rows, sheets };
}

/**
 * Reads the rows without creating objects, which takes a fraction of the time; null if a column of the file needs
 * objects, because its value is computed or nested, or if the database does not support it.
 */
async function textsOf(
  { table: { definition, template } }: TableQuery,
  rowsQuery: Builder,
  { groups, sheet, snapshot, signal }: OpenExport,
  readTexts: ReadTexts,
): Promise<TextRows | null> {
  const made = new Set([
    ...[definition.with, definition.methods, definition.appends].flatMap((parts) => Object.keys(parts ?? {})),
    ...template.appends,
    ...template.columns.flatMap(({ name, resource }) => (resource === null ? [] : [name])),
  ]);
  const names = sheet.columns.map(({ path }) => path[0] as string);
  if (groups || sheet.columns.some(({ path }) => path.length > 1) || names.some((name) => made.has(name))) {
    return null;
  }

  const texts = await readTexts(rowsQuery, { snapshot, size: blockSize, signal });
  const selected = new Set(texts?.columns.map(({ name }) => name));

  return names.every((name) => selected.has(name)) ? texts : null;
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
