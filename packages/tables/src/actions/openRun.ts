import { TableError } from '../errors.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { ActionRun } from './ActionRun.ts';
import { beginRun } from './beginRun.ts';
import { forgetRuns } from './forgetRuns.ts';
import { findRun } from './runRecords.ts';

/** Begins a run, unless it has begun already: in another process, at the same moment or long ago. */
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
    const begun = await findRun(runtime, run.id).catch(() => null);

    if (!begun) throw error;

    return own(begun, run);
  }
}

/** A run of the same name may be another action's. */
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
    'The action cannot be run: the application has not been prepared for it. Tell its administrator.',
    { cause: new Error('Run `await installActionRuns(db)` in a migration.', { cause }) },
  );
  onBackgroundError(error);
  throw error;
}
