import { withSafeTexts } from '@rowhouse/drivers';
import { type Kysely, sql } from 'kysely';
import { TableError } from '../errors.ts';
import { dialectOf } from '../query/dialects/dialectOf.ts';
import type { ImportRecord, ImportTables } from '../query/importTables.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { RowFault } from './RowFault.ts';

/** The package's own tables, which the application's plugins do not rename. */
export function bookkeeping<DB>(db: Kysely<DB>): Kysely<ImportTables> {
  return withSafeTexts(db.withoutPlugins()) as unknown as Kysely<ImportTables>;
}

/** The import with that identifier; null if it has not started. */
export async function findImport({ db }: Pick<TableRuntime, 'db'>, id: string): Promise<ImportRecord | null> {
  const found = await bookkeeping(db)
    .selectFrom('rowhouse_imports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();

  return found ?? null;
}

type NewImport = Pick<ImportRecord, 'id' | 'table_id' | 'file' | 'total'>;

/** Starts an import, or finds the one that another process has started. */
export async function startImport(runtime: TableRuntime, given: NewImport): Promise<ImportRecord> {
  const now = Date.now();
  const row = { ...given, state: 'running' as const, created_at: now, updated_at: now };
  await forgetImports(runtime, now).catch(runtime.onBackgroundError);
  try {
    await bookkeeping(runtime.db).insertInto('rowhouse_imports').values(row).execute();
  } catch (error) {
    const found = await findImport(runtime, given.id).catch(() => null);
    if (found === null) throw error;
  }

  return bookkeeping(runtime.db)
    .selectFrom('rowhouse_imports')
    .selectAll()
    .where('id', '=', given.id)
    .executeTakeFirstOrThrow();
}

const day = 86_400_000;
/** Time for which an import is kept after its end, or without progress. */
const retention = 30 * day;

async function forgetImports({ db }: TableRuntime, now: number): Promise<void> {
  const database = bookkeeping(db);
  const old = await database
    .selectFrom('rowhouse_imports')
    .select('run')
    .where('updated_at', '<', now - retention)
    .execute();
  for (const { run } of old) {
    await database.deleteFrom('rowhouse_import_failures').where('run', '=', run).execute();
    await database.deleteFrom('rowhouse_imports').where('run', '=', run).execute();
  }
}

/** What a chunk of rows has become. */
export interface ChunkCounts {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly failures: readonly { readonly row: number; readonly faults: readonly RowFault[] }[];
}

/** Failures written by one statement. */
const batch = 1000;

/**
 * Records a chunk in its transaction. Throws `tables.busy`, so that the rows are rolled back, if another process has done
 * them, or the import has ended.
 */
export async function recordChunk<DB>(
  transaction: Kysely<DB>,
  record: ImportRecord,
  { rows, created, updated, failures }: ChunkCounts,
): Promise<ImportRecord> {
  const database = bookkeeping(transaction);
  const { run } = record;
  const moved = {
    position: record.position + rows,
    created: record.created + created,
    updated: record.updated + updated,
    failed: record.failed + failures.length,
    updated_at: Date.now(),
  };
  const { numUpdatedRows } = await database
    .updateTable('rowhouse_imports')
    .set(moved)
    .where('run', '=', run)
    .where('position', '=', record.position)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    throw new TableError(
      'tables.busy',
      'Another process continues the import. Look at its state in a moment.',
    );
  }
  for (let first = 0; first < failures.length; first += batch) {
    await database
      .insertInto('rowhouse_import_failures')
      .values(
        failures
          .slice(first, first + batch)
          .map(({ row, faults }) => ({ run, file_row: row, faults: JSON.stringify(faults) })),
      )
      .execute();
  }

  return { ...record, ...moved };
}

/** Ends an import; the first end counts. */
export async function endImport(
  { db }: Pick<TableRuntime, 'db'>,
  { run }: ImportRecord,
  state: 'finished' | 'cancelled',
): Promise<ImportRecord> {
  const database = bookkeeping(db);
  await database
    .updateTable('rowhouse_imports')
    .set({ state, updated_at: Date.now() })
    .where('run', '=', run)
    .where('state', '=', 'running')
    .execute();

  return database.selectFrom('rowhouse_imports').selectAll().where('run', '=', run).executeTakeFirstOrThrow();
}

export interface ImportFailure {
  /** As a spreadsheet numbers it. */
  readonly row: number;
  readonly faults: readonly RowFault[];
}

/** The refused rows of an import, after a row, in the order of the file. */
export async function readFailures<DB>(
  db: Kysely<DB>,
  run: number,
  after: number,
  limit: number,
): Promise<ImportFailure[]> {
  const rows = await bookkeeping(db)
    .selectFrom('rowhouse_import_failures')
    .select(['file_row', 'faults'])
    .where('run', '=', run)
    .where('file_row', '>', after)
    .orderBy('file_row')
    .limit(limit)
    .execute();

  return rows.map(({ file_row: row, faults }) => ({ row, faults: JSON.parse(faults) as RowFault[] }));
}

/**
 * Creates the two tables that store the progress and the refused rows of imports. Run it in a migration; running it again
 * changes nothing.
 */
export async function installImports<DB>(db: Kysely<DB>): Promise<void> {
  for (const statement of dialectOf(db).importRuns.install) await statement.execute(db.withoutPlugins());
}

/** Drops the tables of `installImports`. Imports that have not ended cannot be continued. */
export async function removeImports<DB>(db: Kysely<DB>): Promise<void> {
  for (const table of ['rowhouse_import_failures', 'rowhouse_imports']) {
    await sql`drop table if exists ${sql.table(table)}`.execute(db.withoutPlugins());
  }
}
