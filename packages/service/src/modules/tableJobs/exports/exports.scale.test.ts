import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type KillFixture, killFixture } from '../../../testing/killFixture.ts';

const orders = 40_000;

let fixture: KillFixture | null = null;
afterEach(async () => {
  await fixture?.destroy();
  fixture = null;
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function attemptOf(id: string): Promise<number> {
  const found = await fixture?.service.database.db
    .selectFrom('table_jobs')
    .select('attempt')
    .where('id', '=', id)
    .executeTakeFirst();

  return found?.attempt ?? 0;
}

it('completes an export whose worker is killed ten times at random moments, with one notification and no leftover files', async () => {
  fixture = await killFixture({ orders });
  const { startWork, order, untilEnded, noticeSoon, expectComplete, orphans } = fixture;
  let work = startWork();
  await work.started;
  const undisturbed = await order(0);
  const startedAt = performance.now();
  await untilEnded(undisturbed.id);
  const length = performance.now() - startedAt;

  const { id } = await order(1);
  for (let kills = 0; kills < 10; kills++) {
    await noticeSoon();
    // During the attempt after the one that was killed.
    await expect.poll(() => attemptOf(id), { interval: 5, timeout: 60_000 }).toBeGreaterThan(kills);
    await pause(Math.random() * length * 0.5);
    await work.kill();
    expect(await fixture.status(id)).toBe('processing');
    work = startWork();
  }
  await untilEnded(id);
  await expectComplete(id);
  await work.kill();
  work = startWork();
  await work.started;
  await expect.poll(orphans).toEqual([]);
});

it('completes ten exports whose worker is killed at a random moment each', async () => {
  fixture = await killFixture({ orders: 10_000 });
  const { startWork, order, untilEnded, noticeSoon, expectComplete, orphans, status } = fixture;
  let work = startWork();
  await work.started;
  const undisturbed = await order(0);
  const startedAt = performance.now();
  await untilEnded(undisturbed.id);
  const length = performance.now() - startedAt;
  for (let n = 1; n <= 10; n++) {
    const { id } = await order(n);
    await noticeSoon();
    await expect.poll(() => status(id), { interval: 5, timeout: 60_000 }).not.toBe('waiting');
    await pause(Math.random() * length * 1.2);
    await work.kill();
    work = startWork();
    await untilEnded(id);
    await expectComplete(id);
  }
  await work.kill();
  work = startWork();
  await work.started;
  await expect.poll(orphans).toEqual([]);
});

it('completes an export during which the database is killed twice, with one notification and no leftover files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-kill-'));
  // The user of the database server needs access.
  await chmod(folder, 0o755);
  try {
    fixture = await killFixture({
      orders,
      environment: { ROWHOUSE_WORKERS: 'true', DATABASE_URL: '', ROWHOUSE_DATA_DIR: join(folder, 'data') },
    });
    const { service, order, untilEnded, expectComplete, orphans } = fixture;
    const { id } = await order(1);
    for (let kills = 0; kills < 2; kills++) {
      await expect
        .poll(() => attemptOf(id).catch(() => 0), { interval: 20, timeout: 60_000 })
        .toBeGreaterThan(kills);
      await pause(Math.random() * 500);
      process.kill(service.database.embedded?.pid() ?? 0, 'SIGKILL');
      await expect
        .poll(() => fixture?.status(id).catch(() => 'unavailable'), { interval: 50, timeout: 60_000 })
        .toBe('processing');
    }
    await untilEnded(id);
    await expectComplete(id);
    expect(await orphans()).toEqual([]);
  } finally {
    await fixture?.destroy();
    fixture = null;
    await rm(folder, { recursive: true, force: true });
  }
});
