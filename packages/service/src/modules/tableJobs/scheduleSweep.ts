import { openJobStatuses } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';
import type { EndParts } from './endTableJob.ts';
import { partialFolder } from './exports/exportFiles.ts';
import { sweepExports } from './exports/sweepExports.ts';
import { giveUpTableJob } from './failTableJob.ts';
import type { TableJobParts } from './TableJobParts.ts';

/**
 * Ends unfinished records whose job is in no queue any more, because the queue or the job was deleted: their owners would
 * wait for ever. Returns how many records were ended.
 */
export async function endLostJobs(parts: EndParts, jobs: Pick<Jobs, 'hasOpen'>): Promise<number> {
  const rows = await parts.db
    .selectFrom('table_jobs')
    .select('id')
    .where('status', 'in', openJobStatuses)
    .where('created_at', '<', sql<Date>`now() - interval '1 minute'`)
    .execute();
  if (rows.length === 0) return 0;
  let ended = 0;
  for (const { id } of rows) {
    if (await jobs.hasOpen({ record: id })) continue;
    await giveUpTableJob(parts, id, lost);
    ended++;
  }

  return ended;
}

const lost = {
  text: 'The job was removed from its queue. Start it again. If the problem persists, contact the operator.',
  isPassing: false,
};

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
export function scheduleSweep(parts: KeepSweptParts): () => Promise<void> {
  const { db, files, config, jobs, log, every = 600_000 } = parts;
  const steps: readonly [name: string, step: () => Promise<string[]>][] = [
    [
      'Files of exports',
      async () => {
        const { expired, orphans } = await sweepExports({ db, files, folder: partialFolder(config) });

        return [...counted(expired, 'expired files'), ...counted(orphans, 'files of killed workers')];
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
        log('warn', `${name} were not cleaned up: ${(error as Error).message}`);
      }
    }
    if (swept.length > 0) log('info', `Cleaned up: ${swept.join(', ')}.`);
  }

  return repeat(sweep, {
    first: 0,
    every,
    onError: (error) => log('warn', `The scheduled cleanup stopped: ${String(error)}`),
  });
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${what}: ${count}`];
}
