import { defineCommand } from 'citty';
import { type PrunedLogs, pruneLogs } from '../modules/apiCalls/pruneLogs.ts';
import { refuseOlderLogs } from '../modules/apiCalls/upgradeLogs.ts';
import { interruptible, report, wholeNumber } from './command.ts';
import { countProgress } from './progress.ts';
import { withDatabase } from './withDatabase.ts';

/** Deletes logged API calls; may run at the same time as the service, which prunes every hour. */
export const logsPrune = defineCommand({
  meta: { name: 'app:logs:prune', description: 'Delete old API calls from the log.' },
  args: {
    days: {
      type: 'string',
      description:
        'Delete calls older than this number of days; 0 deletes all. Default: apiCalls.keepDays of the configuration.',
      valueHint: 'number',
    },
    json: { type: 'boolean', description: 'Print the summary as JSON.', default: false },
  },
  run: ({ args }) => report(() => run(args.days, args.json)),
});

async function run(text: string | undefined, json: boolean): Promise<void> {
  const given = text === undefined ? null : wholeNumber('--days', text, 0, 3650);
  await interruptible('the current batch finishes', (signal) =>
    withDatabase(async ({ db, config }) => {
      await refuseOlderLogs(db);
      const days = given ?? config.apiCalls.keepDays;
      const onProgress = countProgress(process.stderr, 'API calls');
      const pruned = await pruneLogs(db, { days, signal, onProgress });
      // Ends the progress line.
      if (process.stderr.isTTY && pruned.state === 'interrupted') console.error();
      console.log(json ? JSON.stringify({ ...pruned, days }) : pruneSummary(pruned, days));
      process.exitCode = pruned.state === 'interrupted' ? 130 : 0;
    }),
  );
}

export function pruneSummary({ state, deleted, dropped }: PrunedLogs, days: number): string {
  const age = days === 0 ? '' : ` older than ${days} ${days === 1 ? 'day' : 'days'}`;
  const isInterrupted = state === 'interrupted';
  const months = dropped.map(({ name }) => `${name} was dropped.\n`).join('');
  if (deleted === 0 && !isInterrupted)
    return `${months}The log has no ${months && 'further '}API calls${age}.`;
  const calls = `${deleted.toLocaleString('en')} API ${deleted === 1 ? 'call' : 'calls'}${age}`;
  const what = `${months}${isInterrupted ? 'Interrupted' : 'Done'}: ${calls} ${deleted === 1 ? 'was' : 'were'} deleted.`;

  return isInterrupted ? `${what}\nRun it again to delete the remaining calls.` : what;
}
