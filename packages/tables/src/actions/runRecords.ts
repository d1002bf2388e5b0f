import { withSafeTexts } from '@rowhouse/drivers';
import type { EnglishText, Text } from '@rowhouse/problems';
import { parsedText } from '@rowhouse/problems/internal';
import { type Kysely, sql } from 'kysely';
import type { ActionCounts, ActionFailure } from '../definition/TableAction.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { ActionRunRecord, ActionTables } from '../query/actionTables.ts';
import { dialectOf } from '../query/dialects/dialectOf.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';

/** Maximum number of failures in a summary. */
const listedFailures = 100;

/** The run with that identifier; null if it has not started. */
export async function findRun({ db }: Pick<TableRuntime, 'db'>, id: string): Promise<ActionRunRecord | null> {
  const found = await bookkeeping(db)
    .selectFrom('rowhouse_action_runs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();

  return found ?? null;
}

/** Whether a run has not ended; an unknown one has. */
export function isOpen(run: ActionRunRecord | null): boolean {
  return run?.state === 'listed' || run?.state === 'running';
}

/** A run that has started. */
export function readRun(db: TableRuntime['db'], run: number): Promise<ActionRunRecord> {
  return bookkeeping(db)
    .selectFrom('rowhouse_action_runs')
    .selectAll()
    .where('run', '=', run)
    .executeTakeFirstOrThrow();
}

export function countsOf({ total, position, failed, gone }: ActionRunRecord): ActionCounts {
  return { total, processed: position - failed - gone, failed, gone };
}

/** The failures of a run for its summary. */
export async function failuresOf(
  db: TableRuntime['db'],
  { run, failed }: ActionRunRecord,
): Promise<ActionFailure[]> {
  if (failed === 0) return [];

  const rows = await bookkeeping(db)
    .selectFrom('rowhouse_action_failures')
    .select('failure')
    .where('run', '=', run)
    .orderBy('position')
    .limit(listedFailures)
    .execute();

  return rows.map(({ failure }) => JSON.parse(failure) as ActionFailure);
}

/** The package's own tables, which the application's plugins do not rename. */
export function bookkeeping<DB>(db: Kysely<DB>): Kysely<ActionTables> {
  return withSafeTexts(db.withoutPlugins()) as unknown as Kysely<ActionTables>;
}

/** Runs a part of an action in its own transaction. */
export function inTransaction<T>(
  { db, dialect }: TableRuntime,
  run: (transaction: Kysely<AnyDatabase>) => Promise<T>,
): Promise<T> {
  const { isolation } = dialect.actionRuns;
  const transaction = db.transaction();

  return (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute(run);
}

/** Removes a run that has not started. */
export function discardRun(runtime: TableRuntime, id: string): Promise<void> {
  return inTransaction(runtime, async (transaction) => {
    const database = bookkeeping(transaction);
    const { numUpdatedRows } = await database
      .updateTable('rowhouse_action_runs')
      .set({ state: 'abandoned' })
      .where('id', '=', id)
      .where('state', '=', 'listed')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const { run } = await database
      .selectFrom('rowhouse_action_runs')
      .select('run')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await database.deleteFrom('rowhouse_action_lists').where('run', '=', run).execute();
    await database.deleteFrom('rowhouse_action_runs').where('run', '=', run).execute();
  });
}

/**
 * The failures of a run so far: the first hundred, in the order of the rows. Empty for an unknown run, and for one that
 * ended more than thirty days ago. The caller has to check permissions.
 */
export async function readActionFailures<DB>(
  db: Kysely<DB>,
  runId: string,
): Promise<readonly ActionFailure[]> {
  const host = db as unknown as Kysely<AnyDatabase>;
  const record = await findRun({ db: host }, runId);

  return record ? failuresOf(host, record) : [];
}

/** The message of a failure before it is translated. */
export function failureText({ message, text }: ActionFailure): EnglishText | Text {
  // That of the application is translated if it has a translation.
  return parsedText(text ?? (message as EnglishText));
}

/**
 * Creates the three tables that store the rows, failures and progress of action runs. Run it in a migration; running it
 * again changes nothing.
 */
export async function installActionRuns<DB>(db: Kysely<DB>): Promise<void> {
  for (const statement of dialectOf(db).actionRuns.install) {
    await statement.execute(db.withoutPlugins());
  }
}

/** Drops the tables of `installActionRuns`. Runs that have not ended cannot be continued. */
export async function removeActionRuns<DB>(db: Kysely<DB>): Promise<void> {
  for (const table of ['failures', 'lists', 'runs']) {
    await sql`drop table if exists ${sql.table(`rowhouse_action_${table}`)}`.execute(db.withoutPlugins());
  }
}
