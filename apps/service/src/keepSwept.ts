import type { Avatars } from '@rowhouse/avatars';
import { sweepAvatars } from './avatars/sweepAvatars.ts';
import { partialFolder } from './exports/exportFiles.ts';
import { sweepExports } from './exports/sweepExports.ts';
import type { OpenJobs } from './jobs/openJobs.ts';
import { repeat } from './jobs/repeat.ts';
import { endLostJobs } from './tableJobs/endLostJobs.ts';
import type { TableJobParts } from './tableJobs/TableJobParts.ts';

export interface KeepSweptOptions {
  readonly jobs: OpenJobs;
  readonly avatars: Avatars;
  /** Milliseconds between two times; ten minutes by default. */
  readonly every?: number;
}

/**
 * Removes what exports and avatars have left, and ends lost jobs: at once, and then every ten minutes. A step that
 * fails, with the storage of files away, keeps none of the others. Answers what ends that, after the step under way.
 */
export function keepSwept(
  parts: TableJobParts,
  { jobs, avatars, every = 600_000 }: KeepSweptOptions,
): () => Promise<void> {
  const { db, files, config, log } = parts;
  const steps: readonly [name: string, step: () => Promise<string[]>][] = [
    [
      'Files of exports',
      async () => {
        const { expired, orphans } = await sweepExports({ db, files, folder: partialFolder(config) });

        return [...counted(expired, 'files over their time'), ...counted(orphans, 'files of killed workers')];
      },
    ],
    ['Lost jobs', async () => counted(await endLostJobs(parts, jobs), 'lost jobs')],
    ['Avatars', async () => counted(await sweepAvatars({ db, avatars, jobs }), 'images that no avatar has')],
  ];

  async function sweep(signal: AbortSignal): Promise<void> {
    const swept: string[] = [];
    for (const [name, step] of steps) {
      if (signal.aborted) break;
      try {
        swept.push(...(await step()));
      } catch (error) {
        log('warn', `${name} were not swept: ${(error as Error).message}`);
      }
    }
    if (swept.length > 0) log('info', `Swept: ${swept.join(', ')}.`);
  }

  return repeat(sweep, {
    first: 0,
    every,
    onError: (error) => log('warn', `Sweeping ended: ${String(error)}`),
  });
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}
