import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';
import { endLostJobs } from './endLostJobs.ts';
import { partialFolder } from './exports/exportFiles.ts';
import { sweepExports } from './exports/sweepExports.ts';
import type { TableJobParts } from './TableJobParts.ts';

export interface KeepSweptParts extends TableJobParts {
  readonly jobs: Jobs;
  /** Milliseconds between two times; ten minutes by default. */
  readonly every?: number;
}

/**
 * Removes files that exports no longer need, and ends lost jobs: immediately, and then every ten minutes. A step that fails,
 * for example since the file storage is down, does not prevent the others. Returns a function that stops it after the current
 * step.
 */
export function keepSwept(parts: KeepSweptParts): () => Promise<void> {
  const { db, files, config, jobs, log, every = 600_000 } = parts;
  const steps: readonly [name: string, step: () => Promise<string[]>][] = [
    [
      'Files of exports',
      async () => {
        const { expired, orphans } = await sweepExports({ db, files, folder: partialFolder(config) });

        return [...counted(expired, 'files over their time'), ...counted(orphans, 'files of killed workers')];
      },
    ],
    ['Lost jobs', async () => counted(await endLostJobs(parts, jobs), 'lost jobs')],
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
