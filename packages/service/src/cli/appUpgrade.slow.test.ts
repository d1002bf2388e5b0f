import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isApiLogsUpgradePending, upgradeApiLogs } from '@rowhouse/integrations';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../test/databases.ts';
import type { Database } from '../kernel/database/Database.ts';
import { unlessElsewhere } from '../kernel/database/exclusively.ts';
import { expectUpgraded, olderLogsDatabase } from '../testing/olderLogs.ts';
import { runCommand } from '../testing/runCommand.ts';

const rows = 5_000;

let folder: string;
let database: TestDatabase<Database>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-upgrade-'));
  database = await olderLogsDatabase(rows);
});
afterEach(async () => {
  await database?.destroy();
  await rm(folder, { recursive: true, force: true });
});

function rowhouse(...args: string[]) {
  const environment = { DATABASE_URL: database.url ?? '', ROWHOUSE_DATA_DIR: join(folder, 'data') };

  return runCommand(environment, { args, folder });
}

/** Resolves when another connection waits for a lock. */
const untilBlocked = () =>
  expect
    .poll(
      async () => {
        const { rows: waiting } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query ~ 'api_logs'`.execute(database.db);

        return waiting.length;
      },
      { interval: 20 },
    )
    .toBe(1);

/** Lets the first 2,000 rows be copied, and blocks copying the others during `work`. */
async function blockedHalfway(work: () => Promise<void>): Promise<void> {
  const { db } = database;
  const stop = new AbortController();
  const first = upgradeApiLogs(db, {
    step: 2_000,
    users: { type: 'integer' },
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('so far')),
  });
  await expect(first).rejects.toThrow('so far');
  await db.transaction().execute(async (transaction) => {
    await sql`
      insert into api_logs_new (id, call_id, url, method, "try", direction, duration)
      values (8000, gen_random_uuid(), '/', 'GET', 1, 'Inbound', 1)`.execute(transaction);
    await work();
    await sql`delete from api_logs_new where id = 8000`.execute(transaction);
  });
}

/** Blocks the exchange of the tables. */
async function blockedAtExchange(work: () => Promise<void>): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    await sql`lock table api_logs in access share mode`.execute(transaction);
    await work();
  });
}

describe('rowhouse app:upgrade', () => {
  it('copies all rows correctly after kills while copying and at the exchange', async () => {
    const { db } = database;
    for (const blocked of [blockedHalfway, blockedAtExchange]) {
      await blocked(async () => {
        const { child, ended } = rowhouse('app:upgrade');
        await untilBlocked();
        child.kill('SIGKILL');
        expect((await ended).status).toBeNull();
      });
      expect(await isApiLogsUpgradePending(db)).toBe(true);
    }
    const last = await rowhouse('app:upgrade', '--json').ended;
    expect([last.status, JSON.parse(last.output)]).toMatchObject([
      0,
      {
        state: 'finished',
        steps: [
          { name: 'migrations', outcome: 'nothing pending', detail: null },
          { name: 'apiLogs', outcome: 'done' },
          { name: 'rowCounts', outcome: 'done' },
        ],
      },
    ]);
    await expectUpgraded(db, rows);
    expect(await rowhouse('app:upgrade').ended).toEqual({
      status: 0,
      output:
        '  Migrations   nothing pending\n  API calls    nothing pending\n  Kept counts  nothing pending\nNothing to do.\n',
      errors: '',
    });
  });

  it('ends with status 130 if interrupted, and continues when repeated', async () => {
    let interrupted: ReturnType<typeof rowhouse> | null = null;
    await blockedHalfway(async () => {
      interrupted = rowhouse('app:upgrade', '--json');
      await untilBlocked();
      interrupted.child.kill('SIGINT');
      await once(interrupted.child.stderr, 'data');
    });
    const first = await (interrupted as ReturnType<typeof rowhouse> | null)?.ended;
    expect(first?.status).toBe(130);
    expect(JSON.parse(first?.output ?? '')).toMatchObject({
      state: 'interrupted',
      steps: [
        { name: 'migrations', outcome: 'done' },
        { name: 'apiLogs', outcome: 'interrupted' },
      ],
    });

    const { status, output } = await rowhouse('app:upgrade').ended;
    expect([status, output]).toEqual([
      0,
      expect.stringMatching(
        /^ {2}Migrations {3}nothing pending\n {2}API calls {4}[\d,]+ calls of the older form were copied\n {2}Kept counts {2}follow the API calls\nDone\.\n$/,
      ),
    ]);
    await expectUpgraded(database.db, rows);
  });

  it('waits for another upgrade, and reports invalid rows; until then nothing else runs', async () => {
    const { db } = database;
    await sql`update api_logs set type = 7 where id = 2`.execute(db);
    const refused = await rowhouse('app:upgrade').ended;
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('API calls    failed\n')]);
    expect(refused.errors).toContain('api_logs.type has values that are neither 1');
    expect(refused.errors).not.toContain('    at ');
    await sql`update api_logs set type = 1 where id = 2`.execute(db);
    const work = await rowhouse('work').ended;
    expect([work.status, work.errors]).toEqual([1, expect.stringMatching(/Run "[^"]*app:upgrade"/)]);

    let waiting: ReturnType<typeof rowhouse> | null = null;
    await unlessElsewhere(db, 'rowhouse.upgrade', async () => {
      waiting = rowhouse('app:upgrade');
      await once(waiting.child.stderr, 'data');
      expect(await isApiLogsUpgradePending(db)).toBe(true);
    });
    const { status, errors } = (await (waiting as ReturnType<typeof rowhouse> | null)?.ended) ?? {};
    expect([status, errors]).toEqual([0, expect.stringContaining('Another app:upgrade is running')]);
    expect(await isApiLogsUpgradePending(db)).toBe(false);
  });
});
