import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../../test/databases.ts';
import { loggerOf } from '../../base/ServiceLogger.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { unlessElsewhere } from '../../kernel/database/exclusively.ts';
import { createServiceDatabase, migrate } from '../../testing/demoService.ts';
import { pruneLogs, scheduleLogPruning } from './pruneLogs.ts';

let database: TestDatabase<Database>;
const statements: string[] = [];
beforeAll(async () => {
  const log = ({ query }: { readonly query: { readonly sql: string } }) => void statements.push(query.sql);
  database = await createServiceDatabase({ log });
  await migrate(database.db);
});
afterAll(() => database?.destroy());
beforeEach(async () => {
  await sql`truncate api_logs, api_failure_windows`.execute(database.db);
});

/** A call for each of these ages in days; `try` is its position. */
async function logged(...ages: number[]): Promise<void> {
  await sql`
    insert into api_logs (call_id, url, method, "try", direction, duration, created_at)
    select gen_random_uuid(), '/', 'GET', n, 'Inbound', 1, now() - make_interval(hours => (24 * age)::integer)
    from unnest(${ages}::float8[]) with ordinality as ages (age, n)`.execute(database.db);
}

const remaining = async () =>
  (await database.db.selectFrom('api_logs').select('try').orderBy('try').execute()).map((row) => row.try);

it('deletes older calls, step by step, and windows of failures that ended long ago', async () => {
  const { db } = database;
  await logged(9, 8, 7.5, 6.5, 1, 0);
  await sql`
    insert into api_failure_windows (failure_key, starts_at, ends_at)
    select 'k', now() - make_interval(hours => h), now() - make_interval(hours => h)
    from unnest(array[1, 23, 25, 200]) h`.execute(db);
  const progress: object[] = [];

  const pruned = await pruneLogs(db, { days: 7, step: 2, onProgress: (step) => progress.push(step) });
  expect(pruned).toMatchObject({ state: 'finished', deleted: 3, failureWindows: 2 });
  expect(Math.round((Date.now() - pruned.before.getTime()) / 86_400_000)).toBe(7);
  expect(progress).toEqual([
    { total: 3, done: 2 },
    { total: 3, done: 3 },
  ]);
  expect(await remaining()).toEqual([4, 5, 6]);
  expect(await pruneLogs(db, { days: 0 })).toMatchObject({ deleted: 3, failureWindows: 0 });
});

it('stops after the step if aborted, and reports that', async () => {
  const stop = new AbortController();
  await logged(9, 8, 7);
  expect(
    await pruneLogs(database.db, {
      days: 1,
      step: 2,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    }),
  ).toMatchObject({ state: 'interrupted', deleted: 2 });
  expect(await remaining()).toEqual([3]);
});

it('deletes them repeatedly on schedule until it is stopped', async () => {
  const { db } = database;
  const log: string[] = [];
  await logged(9, 1);
  const stop = scheduleLogPruning({
    db,
    days: 7,
    first: 10,
    every: 10,
    logger: loggerOf((_level, text) => void log.push(text)),
  });
  await expect.poll(remaining).toEqual([2]);
  await logged(20, 30);
  await expect.poll(remaining).toEqual([2]);
  await stop();
  await logged(40);
  expect(await remaining()).toEqual([1, 2]);
  expect(log[0]).toBe('Deleted 1 API calls older than 7 days from the log.');
});

it('skips while another process prunes, and continues after a failure', async () => {
  const { db } = database;
  const log: string[] = [];
  await logged(9);
  const options = {
    db,
    days: 7,
    first: 5,
    every: 5,
    logger: loggerOf((_level, text) => void log.push(text)),
  };
  let stop = async () => {};
  await unlessElsewhere(db, 'rowhouse.api_logs.prune', async () => {
    stop = scheduleLogPruning(options);
    const before = statements.length;
    await expect
      .poll(
        () => statements.slice(before).filter((text) => text.includes('pg_try_advisory_xact_lock')).length,
      )
      .toBeGreaterThan(2);
    expect(await remaining()).toEqual([1]);
  });
  await expect.poll(remaining).toEqual([]);

  await sql`alter table api_logs rename to api_logs_renamed`.execute(db);
  await expect.poll(() => log.at(-1)).toContain('Old API calls were not deleted: relation "api_logs"');
  await sql`alter table api_logs_renamed rename to api_logs`.execute(db);
  await logged(8);
  await expect.poll(remaining).toEqual([]);
  await stop();
});

it('does not delay a stop by the pauses of the schedule', async () => {
  const { db } = database;
  await sql`
    insert into api_logs (call_id, url, method, "try", direction, duration, created_at)
    select gen_random_uuid(), '/', 'GET', 1, 'Inbound', 1, now() - interval '9 days'
    from generate_series(1, 20001)`.execute(db);
  const stop = scheduleLogPruning({ db, days: 7, first: 1, logger: loggerOf(() => undefined) });
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::integer as n from api_logs`.execute(db)).rows[0]?.n ?? 0;
  await expect.poll(count, { interval: 5 }).toBeLessThan(20_001);
  await stop();
  const after = await count();
  // The current step was completed, and none ran after the stop.
  expect(after % 2_000).toBe(1);
  expect(after).toBeGreaterThan(1);
});
