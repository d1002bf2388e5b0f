import { openJobStatuses } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { ServiceError } from '../../kernel/errors.ts';
import { presentJob } from './presentJob.ts';
import type { TableJobParts } from './TableJobParts.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** Cancels a job of an owner's; its worker notices within a second. Cancelling once more changes nothing. */
export async function cancelTableJob(
  { db, events, secret, translate }: Pick<TableJobParts, 'db' | 'events' | 'secret' | 'translate'>,
  row: TableJobRow,
): Promise<TableJobRow> {
  const cancelled = await db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('table_jobs')
      .set({
        status: 'cancelled',
        message: translate(row.language, 'It was cancelled.'),
        finished_at: sql`now()`,
      })
      .where('id', '=', row.id)
      .where('status', 'in', openJobStatuses)
      .returningAll()
      .executeTakeFirst();
    if (changed !== undefined) {
      await events.publish(
        changed.created_by,
        { event: 'job', data: presentJob(changed, secret) },
        transaction,
      );
    }

    return changed;
  });
  if (cancelled !== undefined) return cancelled;
  const now = await db.selectFrom('table_jobs').selectAll().where('id', '=', row.id).executeTakeFirst();
  if (now?.status !== 'cancelled') {
    throw new ServiceError('service.conflict', 'It has already ended and can no longer be cancelled.');
  }

  return now;
}
