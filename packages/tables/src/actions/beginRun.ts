import type { ActionRunRecord } from '../query/actionTables.ts';
import type { ActionRun } from './ActionRun.ts';
import { bookkeeping } from './bookkeeping.ts';
import { callHook } from './callHook.ts';
import { inTransaction } from './inTransaction.ts';
import { listRows } from './listRows.ts';
import { readRun } from './runRecords.ts';

/** Lists the rows of a run and calls `before`, in one transaction: a run has begun with both, or not at all. */
export function beginRun(run: ActionRun): Promise<ActionRunRecord> {
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
