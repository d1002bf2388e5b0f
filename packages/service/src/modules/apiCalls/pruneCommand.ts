import { wholeNumber } from '../../base/commandLine.ts';
import type { Context } from '../../kernel/module/Module.ts';
import type { ModuleCommand } from '../../kernel/module/ModuleCommand.ts';
import { type PrunedLogs, pruneLogs } from './pruneLogs.ts';
import { refuseOlderLogs } from './upgradeLogs.ts';

/** Deletes logged API calls; may run at the same time as the service, which prunes every hour. */
export const pruneCommand: ModuleCommand<Context> = {
  description: 'Delete old API calls from the log.',
  args: {
    days: {
      type: 'string',
      description:
        'Delete calls older than this number of days; 0 deletes all. Default: apiCalls.keepDays of the configuration.',
      valueHint: 'number',
    },
    json: { type: 'boolean', description: 'Print the summary as JSON.', default: false },
  },
  opens: 'database',
  onInterrupt: 'the current batch finishes',
  async run({ args, context: { db, config }, signal, print, progress }) {
    const days =
      args.days === undefined ? config.apiCalls.keepDays : wholeNumber('--days', String(args.days), 0, 3650);
    await refuseOlderLogs(db);
    const onProgress = progress('API calls');
    const pruned = await pruneLogs(db, { days, signal, onProgress });
    if (pruned.state === 'interrupted') onProgress.end();
    print(args.json ? JSON.stringify({ ...pruned, days }) : pruneSummary(pruned, days));
    process.exitCode = pruned.state === 'interrupted' ? 130 : 0;
  },
};

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
