import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { ActionRun } from './ActionRun.ts';
import { assertConfirmed } from './assertConfirmed.ts';
import type { SteppedRun } from './RunSteps.ts';
import { bookkeeping, findRun, inTransaction, readRun } from './runRecords.ts';
import { storeInput } from './storedInput.ts';

/**
 * Starts a run, or finds the one that another process or an earlier call has started. Its rows are listed in the same
 * transaction, unless `listRun` has listed them.
 */
export function openRun(run: SteppedRun): Promise<ActionRunRecord> {
  return findOrWrite(run, async (transaction, known) =>
    startRun(run, known ?? (await listIn(transaction, run)), transaction),
  );
}

/** Lists the rows of a run that starts later. */
export function listRun(run: SteppedRun): Promise<ActionRunRecord> {
  return findOrWrite(run, async (transaction, known) => known ?? listIn(transaction, run));
}

type WriteRun = (transaction: Kysely<AnyDatabase>, known: ActionRunRecord | null) => Promise<ActionRunRecord>;

/** The run with that identifier; if it does not exist or has not started, what `write` makes of it in a transaction. */
async function findOrWrite(run: ActionRun, write: WriteRun): Promise<ActionRunRecord> {
  const { runtime } = run.query;
  const find = async () => {
    const found = await findRun(runtime, run.id);

    return found && sameAction(found, run);
  };
  const known = await find().catch((error: unknown) => refuseMissingTables(runtime, error));

  if (known && known.state !== 'listed') return known;

  run.cancel.throwIfAborted();
  run.pause.throwIfAborted();
  if (!known) await forgetRuns(runtime).catch(runtime.onBackgroundError);

  try {
    return await inTransaction(runtime, (transaction) => write(transaction, known));
  } catch (error) {
    const written = await find().catch(() => null);

    if (!written || written.state === 'listed') throw error;

    return written;
  }
}

/** Refuses a run with the same identifier that belongs to another action. */
function sameAction(record: ActionRunRecord, { query, actionName, id }: ActionRun): ActionRunRecord {
  if (record.table_id !== query.table.id || record.action !== actionName) {
    throw new Error(
      `The run ${id} is of the action "${record.action}" of table "${record.table_id}", ` +
        `not of "${actionName}" of "${query.table.id}". Give each run a name of its own.`,
    );
  }

  return record;
}

async function refuseMissingTables({ db, onBackgroundError }: TableRuntime, cause: unknown): Promise<never> {
  const tables = await db.introspection.getTables();

  if (tables.some(({ name }) => name === 'rowhouse_action_runs')) throw cause;

  const error = new TableError(
    'tables.action_unavailable',
    'The action cannot run because its database tables are missing. Contact an administrator.',
    { cause: new Error('Run `await installActionRuns(db)` in a migration.', { cause }) },
  );
  onBackgroundError(error);
  throw error;
}

/** Lists the rows of a run. Throws `tables.rows_changed` if they are not as many as the user has confirmed. */
async function listIn(transaction: Kysely<AnyDatabase>, run: SteppedRun): Promise<ActionRunRecord> {
  const { query, actionName, id } = run;
  const database = bookkeeping(transaction);
  const now = Date.now();

  await database
    .insertInto('rowhouse_action_runs')
    .values({
      id,
      table_id: query.table.id,
      action: actionName,
      state: 'listed',
      created_at: now,
      updated_at: now,
    })
    .execute();

  const { run: key } = await database
    .selectFrom('rowhouse_action_runs')
    .select('run')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await storeInput(database, key, run);
  const total = await run.steps.list(transaction, run, key);

  assertConfirmed(query.context.request, total);
  await database.updateTable('rowhouse_action_runs').set({ total }).where('run', '=', key).execute();

  return readRun(transaction, key);
}

/** Starts a listed run; exactly once across processes. */
async function startRun(
  run: SteppedRun,
  record: ActionRunRecord,
  transaction: Kysely<AnyDatabase>,
): Promise<ActionRunRecord> {
  const { run: key } = record;
  const now = Date.now();
  // Locks the run until the transaction ends.
  const { numUpdatedRows } = await bookkeeping(transaction)
    .updateTable('rowhouse_action_runs')
    .set({ state: 'running', created_at: now, updated_at: now })
    .where('run', '=', key)
    .where('state', '=', 'listed')
    .executeTakeFirst();

  if (numUpdatedRows > 0n) await run.steps.start(transaction, run, record);

  return readRun(transaction, key);
}

const day = 86_400_000;
/** A run that makes no progress, or does not start, for this time is abandoned, and its list removed. */
const abandonedAfter = { running: day, listed: 7 * day };
const endedStates = ['finished', 'stopped', 'cancelled', 'abandoned'] as const;
/** Time for which the summary of an ended run is kept. */
const forgottenAfter = 30 * day;

/** Removes the lists of abandoned runs, and the records of runs that ended long ago. */
async function forgetRuns(runtime: TableRuntime): Promise<void> {
  const now = Date.now();

  await inTransaction(runtime, async (transaction) => {
    const database = bookkeeping(transaction);
    const runs = (states: readonly ActionRunRecord['state'][], before: number) =>
      database
        .selectFrom('rowhouse_action_runs')
        .select('run')
        .where('state', 'in', states)
        .where('updated_at', '<', before)
        .execute();

    for (const state of ['running', 'listed'] as const) {
      const before = now - abandonedAfter[state];

      for (const { run } of await runs([state], before)) {
        const { numUpdatedRows } = await database
          .updateTable('rowhouse_action_runs')
          .set({ state: 'abandoned' })
          .where('run', '=', run)
          .where('state', '=', state)
          .where('updated_at', '<', before)
          .executeTakeFirst();

        if (numUpdatedRows > 0n) {
          await database.deleteFrom('rowhouse_action_lists').where('run', '=', run).execute();
        }
      }
    }

    for (const { run } of await runs(endedStates, now - forgottenAfter)) {
      await database.deleteFrom('rowhouse_action_failures').where('run', '=', run).execute();
      await database.deleteFrom('rowhouse_action_lists').where('run', '=', run).execute();
      await database.deleteFrom('rowhouse_action_runs').where('run', '=', run).execute();
    }
  });
}
