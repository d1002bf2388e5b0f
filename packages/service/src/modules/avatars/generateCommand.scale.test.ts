import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { startCommand } from '../../testing/runCommand.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

let service: TestService;
afterEach(() => service?.destroy());

it('uses at most 1.2 times the memory for 100,000 users that it uses for 1,000', async () => {
  const few = await peakMemory(1_000);
  await service.destroy();
  const many = await peakMemory(100_000);
  console.log(`100,000 users: ${many.toFixed(0)} MiB; 1,000: ${few.toFixed(0)} MiB`);

  expect(many).toBeLessThanOrEqual(1.2 * few);
});

/** Peak memory of the command in MiB. */
async function peakMemory(users: number): Promise<number> {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  const { db, url } = service.database;
  await db.deleteFrom('users').execute();
  await sql`
    insert into users (name, email, role_id)
    select 'Person ' || n, n || '@example.com', 3 from generate_series(1, ${users}::integer) n`.execute(db);
  const child = startCommand(
    { DATABASE_URL: url, ROWHOUSE_DATA_DIR: service.dataDir },
    { args: ['app:avatars:generate', '--json'], folder: service.dataDir },
  );
  const output = text(child.stdout);
  let peak = 0;
  const watching = setInterval(async () => {
    // Fails when the process has ended.
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
  }, 100);
  const [status] = await once(child, 'close');
  clearInterval(watching);

  expect({ status, ...JSON.parse(await output) }).toMatchObject({ status: 0, generated: users, failed: 0 });
  expect(peak).toBeGreaterThan(0);

  return peak;
}
