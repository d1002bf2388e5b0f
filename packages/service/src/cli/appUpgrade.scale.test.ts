import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isApiLogsUpgradePending } from '@rowhouse/integrations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../test/databases.ts';
import type { Database } from '../kernel/database/Database.ts';
import { expectUpgraded, olderLogsDatabase } from '../testing/olderLogs.ts';
import { startCommand } from '../testing/runCommand.ts';

const rows = 1_000_000;

let folder: string;
let database: TestDatabase<Database>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-upgrade-'));
  database = await olderLogsDatabase(rows);
});
afterAll(async () => {
  await database?.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command and kills it when it has copied the given number of calls. */
async function upgrade(killAt?: string) {
  const began = performance.now();
  const environment = { DATABASE_URL: database.url ?? '', ROWHOUSE_DATA_DIR: join(folder, 'data') };
  const child = startCommand(environment, { args: ['app:upgrade'], folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (killAt !== undefined && output.includes(killAt)) child.kill('SIGKILL');
    });
  }
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];

  return { status, signal, output, seconds: ((performance.now() - began) / 1_000).toFixed(1) };
}

it('upgrades a million calls of the older format correctly after an upgrade that was killed halfway and repeated', async () => {
  const { db } = database;
  const killed = await upgrade('API calls: 500,000 of 1,000,000');
  expect(killed.signal).toBe('SIGKILL');
  expect(await isApiLogsUpgradePending(db)).toBe(true);
  const { rows: halfway } = await sql<{ copied: number }>`
    select count(*)::integer as copied from api_logs_new`.execute(db);
  expect(halfway[0]?.copied).toBeGreaterThanOrEqual(500_000);
  expect(halfway[0]?.copied).toBeLessThan(rows);

  const again = await upgrade();
  expect([again.status, again.output]).toEqual([0, expect.stringMatching(/Done\.\n$/)]);
  console.log(
    `killed after ${killed.seconds} s with ${halfway[0]?.copied} of ${rows} calls copied; the next run took ${again.seconds} s:\n${again.output}`,
  );
  await expectUpgraded(db, rows);
  const nothing = await upgrade();
  expect([nothing.status, nothing.output]).toEqual([0, expect.stringMatching(/Nothing to do\.\n$/)]);
});
