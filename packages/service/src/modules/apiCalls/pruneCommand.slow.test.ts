import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../../test/databases.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { createServiceDatabase, migrate } from '../../testing/demoService.ts';
import { olderLogsDatabase } from '../../testing/olderLogs.ts';
import { runCommand } from '../../testing/runCommand.ts';

let folder: string;
let database: TestDatabase<Database>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-prune-'));
  database = await createServiceDatabase();
  await migrate(database.db);
});
afterAll(async () => {
  await database?.destroy();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`truncate api_logs`.execute(database.db);
});

function prune(args: string[], { url = database.url ?? '', more = {} } = {}) {
  const environment = { DATABASE_URL: url, ROWHOUSE_DATA_DIR: join(folder, 'data'), ...more };

  return runCommand(environment, { args: ['app:logs:prune', ...args], folder });
}

const log = (days: number, calls: number) =>
  sql`insert into api_logs (call_id, url, method, "try", direction, duration, created_at)
    select gen_random_uuid(), '/', 'GET', 1, 'Inbound', 1, now() - make_interval(days => ${days})
    from generate_series(1, ${calls}::integer)`.execute(database.db);
const left = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from api_logs`.execute(database.db);

  return rows[0]?.n;
};

describe('rowhouse app:logs:prune', () => {
  it('deletes calls older than configured or given by --days, and reports their number', async () => {
    await log(40, 6_000);
    await log(20, 1);
    await log(10, 2);
    expect(await prune([]).ended).toEqual({
      status: 0,
      output: 'Done: 6,000 API calls older than 30 days were deleted.\n',
      errors: '  API calls: 5,000 of 6,000\n  API calls: 6,000 of 6,000\n',
    });
    expect(await prune([], { more: { ROWHOUSE_API_CALLS_KEEP_DAYS: '15' } }).ended).toMatchObject({
      status: 0,
      output: 'Done: 1 API call older than 15 days was deleted.\n',
    });
    const { status, output } = await prune(['--days', '0', '--json']).ended;
    expect([status, JSON.parse(output)]).toEqual([
      0,
      {
        state: 'finished',
        before: expect.stringMatching(/Z$/),
        deleted: 2,
        dropped: [],
        failureWindows: 0,
        days: 0,
      },
    ]);
  });

  it('ends with status 130 and a summary when it is interrupted', async () => {
    await log(40, 6_000);
    const { db } = database;
    const interrupted = await db.transaction().execute(async (transaction) => {
      // Blocks its first step.
      await sql`lock table api_logs in share mode`.execute(transaction);
      const command = prune(['--json']);
      await expect
        .poll(
          async () =>
            (
              await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and
                datname = current_database() and query like '%delete from "api_logs"%' and pid <> pg_backend_pid()`.execute(
                db,
              )
            ).rows.length,
        )
        .toBe(1);
      let errors = '';
      command.child.stderr.on('data', (chunk) => {
        errors += chunk;
      });
      command.child.kill('SIGINT');
      await expect.poll(() => errors).toContain('Stopping');

      return command;
    });
    const { status, output, errors } = await interrupted.ended;
    expect([status, JSON.parse(output)]).toMatchObject([130, { state: 'interrupted', deleted: 5_000 }]);
    expect(errors).toContain('Stopping: the current batch finishes.');
    expect(await left()).toBe(1_000);
  });

  it('refuses an invalid number of days', async () => {
    expect(await prune(['--days=-1']).ended).toEqual({
      status: 1,
      output: '',
      errors: '\n--days is "-1", but must be a whole number from 0 to 3650.\n\n',
    });
  });

  it('does not change a log of the older format', async () => {
    const older = await olderLogsDatabase(10);
    try {
      const { status, errors } = await prune(['--days', '1'], { url: older.url }).ended;
      expect([status, errors]).toEqual([1, expect.stringMatching(/Run "[^"]*app:upgrade"/)]);
      expect((await sql`select id from api_logs`.execute(older.db)).rows).toHaveLength(10);
    } finally {
      await older.destroy();
    }
  });
});
