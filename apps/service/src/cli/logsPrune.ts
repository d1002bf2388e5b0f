import { defineCommand } from 'citty';
import { type PrunedLogs, pruneLogs } from '../apiCalls/pruneLogs.ts';
import { refuseOlderLogs } from '../apiCalls/upgradeLogs.ts';
import { StartError } from '../StartError.ts';
import { countProgress } from './countProgress.ts';
import { report } from './report.ts';
import { stopOnSignals } from './stopOnSignals.ts';
import { withDatabase } from './withDatabase.ts';

/** Deletes logged API calls; may run beside the service, which does it once an hour, too. */
export const logsPrune = defineCommand({
  meta: { name: 'app:logs:prune', description: 'Delete old API calls from the log.' },
  args: {
    days: {
      type: 'string',
      description:
        'Calls older than so many days go, all with 0; apiCalls.keepDays of the configuration by default.',
      valueHint: 'number',
    },
    json: { type: 'boolean', description: 'Print the summary as JSON.', default: false },
  },
  run: ({ args }) => report(() => run(args.days, args.json)),
});

async function run(text: string | undefined, json: boolean): Promise<void> {
  const interruption = new AbortController();
  const onStop = stopOnSignals(
    (line) => console.error(line),
    'the calls of the present step are being deleted',
  );
  const given = text === undefined ? null : toDays(text);
  const work = withDatabase(async ({ db, config }) => {
    await refuseOlderLogs(db);
    const days = given ?? config.apiCalls.keepDays;
    const pruned = await pruneLogs(db, {
      days,
      signal: interruption.signal,
      onProgress: countProgress(process.stderr, 'API calls'),
    });
    // The line that is written over is left as it is.
    if (process.stderr.isTTY && pruned.state === 'interrupted') console.error();
    console.log(json ? JSON.stringify({ ...pruned, days }) : pruneSummary(pruned, days));
    process.exitCode = pruned.state === 'interrupted' ? 130 : 0;
  });
  onStop(async () => {
    interruption.abort();
    await work;
  });
  await work;
}

export function pruneSummary({ state, deleted }: PrunedLogs, days: number): string {
  const age = days === 0 ? '' : ` of more than ${days} ${days === 1 ? 'day' : 'days'} ago`;
  const isInterrupted = state === 'interrupted';
  if (deleted === 0 && !isInterrupted) return `There are no API calls${age} in the log.`;
  const calls = `${deleted.toLocaleString('en')} API ${deleted === 1 ? 'call' : 'calls'}${age}`;
  const what = `${isInterrupted ? 'Interrupted' : 'Done'}: ${calls} ${deleted === 1 ? 'was' : 'were'} deleted.`;

  return isInterrupted ? `${what}\nRun it again for the others.` : what;
}

/** The value of `--days`. */
export function toDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days <= 3650) return days;
  throw new StartError(`--days is "${text}", but must be a whole number from 0 to 3650.`);
}
