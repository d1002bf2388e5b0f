import { openJobStatuses } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/Database.ts';
import { ServiceError } from '../http/errors.ts';
import type { JobKind, Jobs } from '../jobs/Jobs.ts';
import { fingerprint } from './fingerprint.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** What jobs of tables carry: the rest is in the record. */
export interface TableJobData {
  /** Id of the record. */
  readonly record: string;
}

export interface NewTableJob {
  readonly kind: TableJobRow['kind'];
  readonly table: string;
  readonly name: string;
  readonly action?: string;
  readonly format?: string;
  readonly payload: unknown;
  readonly owner: number;
  readonly language: string;
  /** Two orders of a user that are equal in this are the same order. */
  readonly sameness: unknown;
}

/** Times that its worker may be killed before a job is given up: one that needs too much memory would go on for ever. */
const interruptions = 15;

/**
 * Writes a record and sends its job, both or neither. While an equal job of the same user goes on, there is no second
 * one: that is answered, with `isNew` false.
 */
export async function startTableJob(
  {
    db,
    jobs,
    kind,
  }: { db: Kysely<Database>; jobs: Jobs; kind: Pick<JobKind<TableJobData>, 'name' | 'queue'> },
  order: NewTableJob,
): Promise<{ row: TableJobRow; isNew: boolean }> {
  const { sameness, action = null, format = null, owner } = order;
  const same = fingerprint([order.kind, order.table, action, format, order.language, sameness]);
  // The equal job may end between the two looks at it.
  for (let attempt = 0; attempt < 5; attempt++) {
    const row = await db.transaction().execute(async (transaction) => {
      const inserted = await transaction
        .insertInto('table_jobs')
        .values({
          kind: order.kind,
          table_name: order.table,
          name: order.name,
          action,
          format,
          payload: JSON.stringify(order.payload ?? null),
          created_by: owner,
          language: order.language,
          status: 'waiting',
          fingerprint: same,
          file: null,
          message: null,
          expires_at: null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['created_by', 'fingerprint'])
            // Literally the predicate of the index.
            .where(sql<boolean>`status in ('waiting', 'processing')`)
            .doNothing(),
        )
        .returningAll()
        .executeTakeFirst();
      if (inserted !== undefined) {
        await jobs.send(kind, { record: inserted.id }, { db: transaction, interruptions });
      }

      return inserted;
    });
    if (row !== undefined) return { row, isNew: true };
    const running = await db
      .selectFrom('table_jobs')
      .selectAll()
      .where('created_by', '=', owner)
      .where('fingerprint', '=', same)
      .where('status', 'in', openJobStatuses)
      .executeTakeFirst();
    if (running !== undefined) return { row: running, isNew: false };
  }
  throw new ServiceError('service.conflict', 'The same is being started at this moment. Try again.');
}
