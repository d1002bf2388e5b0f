import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../../test/databases.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { createServiceDatabase, migrate } from '../../testing/demoService.ts';
import { runCommand } from '../../testing/runCommand.ts';

let folder: string;
let database: TestDatabase<Database>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-partition-'));
  database = await createServiceDatabase();
  await migrate(database.db);
  await sql`insert into api_logs (call_id, url, method, "try", direction, duration, created_at)
    select gen_random_uuid(), '/', 'GET', 1, 'Inbound', 1, now() - make_interval(days => n)
    from generate_series(1, 500) n`.execute(database.db);
});
afterAll(async () => {
  await database?.destroy();
  await rm(folder, { recursive: true, force: true });
});

function run(name: string, ...args: string[]) {
  const environment = { DATABASE_URL: database.url ?? '', ROWHOUSE_DATA_DIR: join(folder, 'data') };

  return runCommand(environment, { args: [name, ...args], folder }).ended;
}

describe('rowhouse app:logs:partition', () => {
  it('refuses a log on which something depends, and names it', async () => {
    await sql`create view seen as select * from api_logs`.execute(database.db);
    const { status, errors } = await run('app:logs:partition');
    expect(status).toBe(1);
    expect(errors).toContain('seen reads the log, and would see the old months only. Drop it');
    await sql`drop view seen`.execute(database.db);
  });

  it('converts the log, reports what it does, and does nothing the second time', async () => {
    const { status, output, errors } = await run('app:logs:partition');
    expect([status, errors]).toEqual([0, '']);
    expect(output).toMatch(
      /Building a key .*Adding the limit .*Reading all calls once.*Exchanging the tables .*Analyzing .*Done in \d+\.\d s: api_logs_before_/s,
    );
    expect(await run('app:logs:partition')).toEqual({
      status: 0,
      output: 'The log is partitioned by month already.\n',
      errors: '',
    });
    expect(JSON.parse((await run('app:logs:prune', '--days', '10', '--json')).output)).toMatchObject({
      deleted: 491,
      dropped: [],
    });
  });
});
