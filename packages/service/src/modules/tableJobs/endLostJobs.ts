import { openJobStatuses } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import type { EndParts } from './endTableJob.ts';
import { giveUpTableJob } from './failTableJob.ts';

/**
 * Ends records that go on without a job in any queue, because somebody has deleted the queue, or the job from it: their
 * owners would wait for ever. Answers how many.
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
  text: 'It was removed from its queue. Start it again, and if it is removed again, ask the operator.',
  isPassing: false,
};
