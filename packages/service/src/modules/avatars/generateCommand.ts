import { setFlagsFromString } from 'node:v8';
import type { BackfillSummary } from '@rowhouse/avatars';
import { wholeNumber } from '../../base/commandLine.ts';
import { openFileStore } from '../../kernel/files/openFileStore.ts';
import type { Context } from '../../kernel/module/Module.ts';
import type { ModuleCommand } from '../../kernel/module/ModuleCommand.ts';
import { serviceAvatars } from './serviceAvatars.ts';

/** Exit statuses: all users have an avatar, some failed, or interrupted. */
const statuses = { done: 0, failed: 1, interrupted: 130 } as const;

/** Generates missing avatars; may run at the same time as the service, and continues an interrupted run. */
export const generateCommand: ModuleCommand<Context> = {
  description: 'Generate avatars for all users that have none.',
  args: {
    concurrency: {
      type: 'string',
      description:
        'Users processed at the same time; also the limit of concurrent requests to the external service.',
      default: '4',
      valueHint: 'number',
    },
    json: { type: 'boolean', description: 'Print the summary as JSON.', default: false },
  },
  opens: 'database',
  onInterrupt: 'users in progress are finished',
  async run({ args, context: { db, config, logger }, signal, print, progress }) {
    const concurrency = wholeNumber('--concurrency', String(args.concurrency), 1, 64);
    keepHeapSmall();
    const avatars = serviceAvatars({ db, files: await openFileStore(config), config, logger });
    const show = progress('avatars');
    const summary = await avatars.generateMissing({
      concurrency,
      signal,
      onProgress: ({ total, generated, failed }) => show({ total, done: generated + failed, failed }),
    });
    if (summary.state === 'interrupted') show.end();
    print(args.json ? JSON.stringify(summary) : summaryText(summary));
    process.exitCode = statusOf(summary);
  },
};

/**
 * Collects garbage when the heap has grown by 30 %, instead of to a multiple, so that memory does not grow with the number
 * of users. Costs a few milliseconds per minute.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
}

function statusOf({ state, failed }: BackfillSummary): number {
  if (state === 'interrupted') return statuses.interrupted;

  return failed === 0 ? statuses.done : statuses.failed;
}

function summaryText({ state, total, generated, failed, failures }: BackfillSummary): string {
  if (total === 0) return 'Every user has an avatar.';
  const number = (value: number) => value.toLocaleString('en');
  const lines = [
    `${state === 'interrupted' ? 'Interrupted' : 'Done'}: ${number(generated)} of ${number(total)} users were given an ` +
      `avatar${failed === 0 ? '' : `, ${number(failed)} failed`}.`,
    ...failures.map(({ userId, message }) => `  user ${userId}: ${message}`),
  ];
  if (failed > failures.length) lines.push(`  … and ${number(failed - failures.length)} more.`);
  if (failed > 0 || state === 'interrupted') lines.push('Run it again for the remaining users.');

  return lines.join('\n');
}
