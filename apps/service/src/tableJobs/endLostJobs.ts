import { openJobStatuses } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import type { OpenJobs } from '../jobs/openJobs.ts';
import { giveUpTableJob } from './failTableJob.ts';
import type { TableJobParts } from './TableJobParts.ts';

const live: ReadonlySet<string> = new Set(['created', 'retry', 'active']);

/**
 * Ends records that go on without a job in any queue, because somebody has deleted the queue, or the job from it: their
 * owners would wait for ever. Answers how many.
 */
export async function endLostJobs(
  parts: Pick<TableJobParts, 'db' | 'notifier' | 'events' | 'secret' | 'config'>,
  { boss }: Pick<OpenJobs, 'boss'>,
): Promise<number> {
  const rows = await parts.db
    .selectFrom('table_jobs')
    .select('id')
    .where('status', 'in', openJobStatuses)
    .where('created_at', '<', sql<Date>`now() - interval '1 minute'`)
    .execute();
  if (rows.length === 0) return 0;
  // A job goes from a queue to the one of its failures; in this order it is seen in one of them.
  const queues = (await boss.getQueues()).map(({ name }) => name).sort((a, b) => a.length - b.length);
  let ended = 0;
  for (const { id } of rows) {
    let isLive = false;
    for (const queue of queues) {
      const found = await boss.findJobs(queue, { data: { data: { record: id } } });
      isLive ||= found.some(({ state }) => live.has(state));
      if (isLive) break;
    }
    if (isLive) continue;
    await giveUpTableJob(parts, id, lost);
    ended++;
  }

  return ended;
}

const lost = {
  text: 'It was removed from its queue. Start it again, and if it is removed again, ask the operator.',
  isPassing: false,
};
