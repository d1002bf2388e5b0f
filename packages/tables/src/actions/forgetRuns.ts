import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { bookkeeping } from './bookkeeping.ts';
import { inTransaction } from './inTransaction.ts';

const day = 86_400_000;
/** A run that nobody went on with for so long is given up, and its list removed. */
const abandonedAfter = day;
/** So long it is known that a run has ended, with its summary, to whoever asks for it again. */
const forgottenAfter = 30 * day;

/** Removes what runs have left that were given up, and what is kept of those that ended long ago. */
export async function forgetRuns(runtime: TableRuntime): Promise<void> {
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
