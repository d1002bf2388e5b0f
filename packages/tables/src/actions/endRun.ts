import type { ActionSummary } from '../definition/ActionSummary.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';
import type { ActionRun } from './ActionRun.ts';
import { bookkeeping } from './bookkeeping.ts';
import { callHook } from './callHook.ts';
import { inTransaction } from './inTransaction.ts';
import { lockRun } from './lockRun.ts';
import { countsOf, failuresOf } from './runRecords.ts';

/** Calls `after`, notes that the run has ended and removes its list, in one transaction; once, however many processes come here. */
export function endRun(run: ActionRun, key: number, state: ActionSummary['state']): Promise<ActionRunRecord> {
  const { query, action } = run;
  return inTransaction(query.runtime, async (transaction) => {
    const record = await lockRun(transaction, run, key);

    if (record.state !== 'running') return record;

    if (action.after) {
      const failures = await failuresOf(transaction, record);
      const summary = { runId: run.id, state, ...countsOf(record), failures };

      await callHook('after', { run, total: record.total, transaction }, (context) =>
        action.after?.(summary, context),
      );
    }

    const database = bookkeeping(transaction);
    const last = { state, updated_at: Date.now() };
    await database.deleteFrom('rowhouse_action_lists').where('run', '=', key).execute();
    await database.updateTable('rowhouse_action_runs').set(last).where('run', '=', key).execute();

    return { ...record, ...last };
  });
}
