import type { FailureStore } from '@rowhouse/integrations';
import type { FailureWindow } from '@rowhouse/integrations/internal';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';

/** How long a window stays after its end, in milliseconds, for processes that add their count late. */
const retention = 3_600_000;
const sweepEvery = 60_000;

const columns = ['id', 'starts_at', 'ends_at'] as const;

/** Windows of equal failures in the database, shared by all its processes. */
export function failureWindows(db: Kysely<Database>): FailureStore {
  let sweptAt = 0;

  return {
    join: (key, startsAt, endsAt) =>
      db.transaction().execute(async (transaction) => {
        // Concurrent processes find the window of the first one.
        await sql`select pg_advisory_xact_lock(hashtext('rowhouse.api_failures'), hashtext(${key}))`.execute(
          transaction,
        );
        const joined = await joinOpen(transaction, key, startsAt);
        if (joined !== null) return joined;
        await sweep(transaction, startsAt);

        return open(transaction, key, startsAt, endsAt);
      }),
    add: async (id, count) => {
      await db
        .updateTable('api_failure_windows')
        .set((set) => ({
          count: sql<number>`${set.ref('count')} + ${count}`,
          members: set('members', '-', 1),
        }))
        .where('id', '=', id)
        .execute();
    },
    take: async (id) => {
      const taken = await db
        .updateTable('api_failure_windows')
        .set({ is_told: true })
        .where('id', '=', id)
        .where('is_told', '=', false)
        // A process that stops before the end leaves the report to those that still count.
        .where((where) => where.or([where('members', '<=', 0), where('ends_at', '<=', new Date())]))
        .returning('count')
        .executeTakeFirst();

      return taken === undefined ? null : Number(taken.count);
    },
  };

  async function sweep(transaction: Kysely<Database>, now: Date): Promise<void> {
    if (now.getTime() - sweptAt < sweepEvery) return;
    await transaction
      .deleteFrom('api_failure_windows')
      .where('ends_at', '<', new Date(now.getTime() - retention))
      .execute();
    sweptAt = now.getTime();
  }
}

async function joinOpen(
  transaction: Kysely<Database>,
  key: string,
  now: Date,
): Promise<FailureWindow | null> {
  const row = await transaction
    .updateTable('api_failure_windows')
    .set((set) => ({ members: set('members', '+', 1) }))
    .where('failure_key', '=', key)
    .where('ends_at', '>', now)
    .where('is_told', '=', false)
    .returning(columns)
    .executeTakeFirst();

  return row === undefined
    ? null
    : { id: row.id, startsAt: row.starts_at, endsAt: row.ends_at, isNew: false };
}

async function open(
  transaction: Kysely<Database>,
  key: string,
  startsAt: Date,
  endsAt: Date,
): Promise<FailureWindow> {
  const { id } = await transaction
    .insertInto('api_failure_windows')
    .values({ failure_key: key, starts_at: startsAt, ends_at: endsAt, members: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();

  return { id, startsAt, endsAt, isNew: true };
}
