import { TableError } from '../errors.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { ActionRun } from './ActionRun.ts';
import { callHook } from './callHandler.ts';
import { listRows } from './listRows.ts';
import { bookkeeping, findRun, inTransaction, readRun } from './runRecords.ts';

/** Starts a run, or finds the one that another process or an earlier call has started. */
export async function openRun(run: ActionRun): Promise<ActionRunRecord> {
  const { runtime } = run.query;
  const known = await findRun(runtime, run.id).catch((error: unknown) => refuseMissingTables(runtime, error));

  if (known) return own(known, run);

  run.cancel.throwIfAborted();
  run.pause.throwIfAborted();
  await forgetRuns(runtime).catch(runtime.onBackgroundError);

  try {
    return await beginRun(run);
  } catch (error) {
    const started = await findRun(runtime, run.id).catch(() => null);

    if (!started) throw error;

    return own(started, run);
  }
}

/** Refuses a run with the same identifier that belongs to another action. */
function own(record: ActionRunRecord, { query, actionName, id }: ActionRun): ActionRunRecord {
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

/** Lists the rows of a run and calls `before`, in one transaction. */
function beginRun(run: ActionRun): Promise<ActionRunRecord> {
  const { query, action, actionName, id } = run;

  return inTransaction(query.runtime, async (transaction) => {
    const database = bookkeeping(transaction);
    const now = Date.now();

    await database
      .insertInto('rowhouse_action_runs')
      .values({
        id,
        table_id: query.table.id,
        action: actionName,
        state: 'running',
        created_at: now,
        updated_at: now,
      })
      .execute();

    const { run: key } = await database
      .selectFrom('rowhouse_action_runs')
      .select('run')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const total = await listRows(transaction, query, key, run.cancel);

    await database.updateTable('rowhouse_action_runs').set({ total }).where('run', '=', key).execute();
    if (action.before) {
      await callHook('before', { run, total, transaction }, (context) => action.before?.(context));
    }

    return readRun(transaction, key);
  });
}

const day = 86_400_000;
/** A run that makes no progress for this time is abandoned, and its list removed. */
const abandonedAfter = day;
/** Time for which the summary of an ended run is kept. */
const forgottenAfter = 30 * day;

/** Removes the lists of abandoned runs, and the records of runs that ended long ago. */
async function forgetRuns(runtime: TableRuntime): Promise<void> {
  const now = Date.now();

  await inTransaction(runtime, async (transaction) => {
    const database = bookkeeping(transaction);
    const runs = (state: '=' | '<>', before: number) =>
      database
        .selectFrom('rowhouse_action_runs')
        .select('run')
        .where('state', state, 'running')
        .where('updated_at', '<', before)
        .execute();

    for (const { run } of await runs('=', now - abandonedAfter)) {
      const { numUpdatedRows } = await database
        .updateTable('rowhouse_action_runs')
        .set({ state: 'abandoned' })
        .where('run', '=', run)
        .where('state', '=', 'running')
        .where('updated_at', '<', now - abandonedAfter)
        .executeTakeFirst();

      if (numUpdatedRows > 0n) {
        await database.deleteFrom('rowhouse_action_lists').where('run', '=', run).execute();
      }
    }

    for (const { run } of await runs('<>', now - forgottenAfter)) {
      await database.deleteFrom('rowhouse_action_failures').where('run', '=', run).execute();
      await database.deleteFrom('rowhouse_action_runs').where('run', '=', run).execute();
    }
  });
}
