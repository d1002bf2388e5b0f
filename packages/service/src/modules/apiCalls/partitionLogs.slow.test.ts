import { createCallLog } from '@rowhouse/integrations';
import { createTables } from '@rowhouse/tables';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../../test/databases.ts';
import { callRecord } from '../../../../integrations/test/logSupport.ts';
import { loggerOf } from '../../base/ServiceLogger.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { createServiceDatabase, migrate } from '../../testing/demoService.ts';
import { apiLogs } from './logs/apiLogs.ts';
import { partitionLogs } from './partitionLogs.ts';
import { pruneLogs, removeOldBodies, scheduleLogPruning } from './pruneLogs.ts';

const rows = 30_000;
const day = 86_400_000;

let database: TestDatabase<Database>;
beforeEach(async () => {
  database = await createServiceDatabase();
  await migrate(database.db);
  await sql`
    insert into api_logs (call_id, url, method, "try", direction, duration, payload, created_at)
    select gen_random_uuid(), '/' || n, 'GET', 1, 'Inbound', 1, '{"request": {"headers": {}, "body": 1}}',
      now() - n * interval '2 minutes'
    from generate_series(1, ${rows}) n`.execute(database.db);
});
afterEach(() => database?.destroy());

const options = () => ({
  signal: new AbortController().signal,
  onStep: () => undefined,
  onWait: () => undefined,
});
const numberOf = async (condition = sql<boolean>`true`) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from api_logs where ${condition}`.execute(database.db))
      .rows[0]?.n,
  );

it('partitions a log while calls are logged and pages are read: no row is lost, and each count is right', async () => {
  const { db } = database;
  const tables = [
    createTables({ db, definitions: [apiLogs] }),
    createTables({ db, definitions: [apiLogs] }),
  ] as const;
  const log = createCallLog({ db, batchSize: 20, flushAfter: 5 });
  let written = 0;
  let isDone = false;
  const pages: number[] = [];
  const writing = (async () => {
    while (!isDone && written < 100_000) {
      written += 1;
      log.add(callRecord({ createdAt: new Date(), userId: null, try: written }));
      await log.flush();
    }
  })();
  const reading = (async () => {
    while (!isDone) {
      const { data, count } = await tables[0].data('system.apiLogs', {}, undefined as never);
      expect(data).toHaveLength(10);
      pages.push(count);
    }
  })();
  const first = await partitionLogs(db, options());
  const writtenBefore = written;
  await expect.poll(() => written).toBeGreaterThan(writtenBefore + 20);
  isDone = true;
  await Promise.all([writing, reading]);

  expect(first?.name).toMatch(/^api_logs_before_\d{4}_\d\d$/);
  expect(log.state).toMatchObject({ written, dropped: 0, failed: 0, waiting: 0 });
  await log.close();
  expect(await numberOf()).toBe(rows + written);
  expect(await numberOf(sql`url not like '/%'`)).toBe(written);
  // Never fewer than before: a page that reads during the exchange sees either table whole.
  expect(pages).toEqual(pages.toSorted((a, b) => a - b));
  expect(pages[0]).toBeGreaterThanOrEqual(rows);
  for (const reader of tables) {
    await sql`insert into ${sql.table(first?.name ?? '')} (call_id, url, method, "try", direction, duration, created_at)
      values (gen_random_uuid(), '/', 'GET', 1, 'Inbound', 1, now())`.execute(db);
    expect((await reader.data('system.apiLogs', {}, undefined as never)).count).toBe(await numberOf());
  }
  expect(await partitionLogs(db, options())).toBeNull();
});

it('drops old calls of a log by month with their month, and one by one on request', async () => {
  const { db } = database;
  const tables = createTables({ db, definitions: [apiLogs] });
  const count = async () => (await tables.data('system.apiLogs', {}, undefined as never)).count;
  const first = await partitionLogs(db, options());
  expect(await count()).toBe(rows);
  expect(await pruneLogs(db, { days: 10, wholeMonths: true })).toMatchObject({ deleted: 0, dropped: [] });
  expect(await count()).toBe(rows);
  const { deleted } = await pruneLogs(db, { days: 10 });
  expect(deleted).toBeGreaterThan(1000);
  expect(await count()).toBe(rows - deleted);

  // The same as in some months, when all of it is old.
  const later = Math.ceil((Date.now() - (first?.to.getTime() ?? 0)) / day) - 1;
  expect(await pruneLogs(db, { days: later, wholeMonths: true })).toMatchObject({
    deleted: 0,
    dropped: [{ name: first?.name }],
  });
  expect(await count()).toBe(0);
});

it('removes bodies earlier than calls, and continues where the last run ended', async () => {
  const { db } = database;
  await partitionLogs(db, options());
  const bodies = () => numberOf(sql`payload is not null`);
  const log: string[] = [];
  const stop = scheduleLogPruning({
    db,
    days: 60,
    bodyDays: 20,
    first: 1,
    logger: loggerOf((_level, text) => void log.push(text)),
  });
  const expected = Math.floor((20 * day) / 120_000);
  await expect.poll(bodies).toBeLessThanOrEqual(expected + 1);
  await stop();
  expect(await numberOf()).toBe(rows);

  await removeOldBodies(db, { days: 10 });
  expect(await bodies()).toBeLessThanOrEqual(expected / 2 + 1);
  expect(await bodies()).toBeGreaterThan(expected / 2 - 10);
  // What is older than the last run, less a day, is not looked at again.
  await sql`update api_logs set payload = '{}' where created_at < now() - interval '30 days'`.execute(db);
  expect(await removeOldBodies(db, { days: 10 })).toBeLessThan(10);
});
