import { isApiLogsUpgradePending } from '@rowhouse/integrations';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../../test/databases.ts';
import { createService } from '../../definition/createService.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { openProcess } from '../../process/openProcess.ts';
import { createServiceDatabase, migrate } from '../../testing/demoService.ts';
import { expectUpgraded, olderLogsDatabase } from '../../testing/olderLogs.ts';
import { down } from './migrations/0007_api_calls.ts';
import { installLogCounts, refuseOlderLogs, upgradeLogs } from './upgradeLogs.ts';

const rows = 300;

let database: TestDatabase<Database>;
beforeEach(async () => {
  database = await olderLogsDatabase(rows);
});
afterEach(() => database?.destroy());

const quietly = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const stored = async () => (await sql<object>`select * from api_logs order by id`.execute(database.db)).rows;

it('keeps a log of the older form in the migrations, up and down', async () => {
  const { db } = database;
  const before = await stored();
  expect(await migrate(db)).toContain('0007_api_calls');
  expect(await stored()).toEqual(before);
  expect(await migrate(db)).toEqual([]);
  await down(db as never);
  expect(await stored()).toEqual(before);
});

it('refuses to start with one, and starts after the upgrade, which runs once', async () => {
  const { db, url = '' } = database;
  const config = createService().readConfig({ ROWHOUSE_PORT: '0', DATABASE_URL: url }, '/tmp');
  await expect(
    openProcess(config, undefined, { logger: pino({ level: 'silent' }), serve: {} }),
  ).rejects.toThrow('Run "rowhouse app:upgrade", which copies its rows');
  expect(await upgradeLogs(db, quietly())).toBe(rows);
  // As after a kill at this moment: what is counted in the new table would not be kept.
  await expect(refuseOlderLogs(db)).rejects.toThrow('or its upgrade was interrupted');
  expect(await installLogCounts(db)).toBe(true);
  await refuseOlderLogs(db);
  expect(await upgradeLogs(db, quietly())).toBeNull();
  expect(await installLogCounts(db)).toBe(false);
  await expectUpgraded(db, rows);
});

it('upgrades nothing in a new database', async () => {
  const fresh = await createServiceDatabase();
  try {
    await migrate(fresh.db);
    await refuseOlderLogs(fresh.db);
    expect(await upgradeLogs(fresh.db, quietly())).toBeNull();
    expect(await installLogCounts(fresh.db)).toBe(false);
  } finally {
    await fresh.destroy();
  }
});

it('reports an unknown type to the operator, and changes nothing', async () => {
  const { db } = database;
  await sql`update api_logs set type = 3 where id = 2`.execute(db);
  const refused = await upgradeLogs(db, quietly()).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('Nothing was changed. Set them to 1 or 2'),
  });
  expect(await isApiLogsUpgradePending(db)).toBe(true);
});
