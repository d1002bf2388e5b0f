import { setFlagsFromString } from 'node:v8';
import type { BackfillProgress, BackfillSummary } from '@rowhouse/avatars';
import { defineCommand } from 'citty';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { serviceAvatars } from '../modules/avatars/serviceAvatars.ts';
import { countProgress } from './countProgress.ts';
import { interruptible } from './interruptible.ts';
import { report } from './report.ts';
import { wholeNumber } from './wholeNumber.ts';
import { withDatabase } from './withDatabase.ts';

/** Statuses of the command: all users have an avatar, some failed, or it was interrupted. */
const statuses = { done: 0, failed: 1, interrupted: 130 } as const;

/** Generates the avatars of all users that have none; may run beside the service, and again after it was stopped. */
export const avatarsGenerate = defineCommand({
  meta: { name: 'app:avatars:generate', description: 'Generate avatars for all users that have none.' },
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
  run: ({ args }) => report(() => run(args.concurrency, args.json)),
});

async function run(text: string, json: boolean): Promise<void> {
  const concurrency = wholeNumber('--concurrency', text, 1, 64);
  keepHeapSmall();
  await interruptible('users in progress are finished', (signal) =>
    withDatabase(async ({ db, config, log }) => {
      const files = await openFileStore(config);
      const avatars = serviceAvatars({ db, files, config, log });
      const onProgress = avatarProgress(process.stderr);
      const summary = await avatars.generateMissing({ concurrency, signal, onProgress });
      // The line that is written over is left as it is.
      if (process.stderr.isTTY && summary.state === 'interrupted') console.error();
      console.log(json ? JSON.stringify(summary) : summaryText(summary));
      process.exitCode = statusOf(summary);
    }),
  );
}

/**
 * Collects what queries leave behind when the heap has grown by a third, rather than to a multiple: with hundreds of
 * thousands of users as little memory is in use as with a thousand, for a few milliseconds more each minute.
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

/** Shows how far it has come. */
export function avatarProgress(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
): (progress: BackfillProgress) => void {
  const show = countProgress(stream, 'avatars');

  return ({ total, generated, failed }) => show({ total, done: generated + failed, failed });
}
