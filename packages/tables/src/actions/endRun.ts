import type { ActionSummary } from '../definition/ActionSummary.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';
import { type ActionRun, goesOn } from './ActionRun.ts';
import { bookkeeping } from './bookkeeping.ts';
import { callHook } from './callHook.ts';
import { inTransaction } from './inTransaction.ts';
import { countsOf, failuresOf, readRun } from './runRecords.ts';

/** Calls `after`, notes that the run has ended and removes its list, in one transaction; once, however many processes come here. */
export function endRun(run: ActionRun, key: number): Promise<ActionRunRecord> {
  const { query, action } = run;
  return inTransaction(query.runtime, async (transaction) => {
    const database = bookkeeping(transaction);
    const updateRun = database.updateTable('rowhouse_action_runs').where('run', '=', key);
    // Keeps other processes away from the run until the transaction ends.
    await updateRun.set({ updated_at: Date.now() }).execute();
    const record = await readRun(transaction, key);

    if (record.state !== 'running') return record;

    const state = endOf(run, record);

    if (action.after) {
      const failures = await failuresOf(transaction, record);
      const summary = { runId: run.id, state, ...countsOf(record), failures };

      await callHook('after', { run, total: record.total, transaction }, (context) =>
        action.after?.(summary, context),
      );
    }

    const last = { state, updated_at: Date.now() };
    await database.deleteFrom('rowhouse_action_lists').where('run', '=', key).execute();
    await updateRun.set(last).execute();

    return { ...record, ...last };
  });
}

function endOf(run: ActionRun, record: ActionRunRecord): ActionSummary['state'] {
  if (goesOn(run, record)) return 'cancelled';

  return run.action.onFailure === 'stop' && record.failed > 0 ? 'stopped' : 'finished';
}
