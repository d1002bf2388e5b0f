import { afterAll, beforeAll, expect, it } from 'vitest';
import { takesMinutes } from '../../../../../../test/takesMinutes.ts';
import { type KillFixture, killFixture } from '../../../testing/killFixture.ts';
import type { WorkProcess } from '../../../testing/runCommand.ts';

// Kills processes again and again.
takesMinutes(5);

/** exports.scale.test.ts does the same more often, with more rows. */
const kills = 1;

let fixture: KillFixture;
let work: WorkProcess;
beforeAll(async () => {
  fixture = await killFixture({ orders: 6_000 });
  work = fixture.startWork();
  await work.started;
});
afterAll(() => fixture?.destroy());

it('completes exports whose worker is killed at a random moment, with one notification and no leftover files', async () => {
  const undisturbed = await fixture.order(0);
  const startedAt = performance.now();
  await fixture.untilEnded(undisturbed.id);
  const length = performance.now() - startedAt;
  await fixture.expectComplete(undisturbed.id);

  for (let n = 1; n <= kills; n++) {
    const { id } = await fixture.order(n);
    await fixture.noticeSoon();
    await expect.poll(() => fixture.status(id), { interval: 5 }).not.toBe('waiting');
    await new Promise((resolve) => setTimeout(resolve, Math.random() * length));
    await work.kill();
    work = fixture.startWork();
    await fixture.untilEnded(id);
    await fixture.expectComplete(id);
  }
  await work.kill();
  work = fixture.startWork();
  await work.started;
  await expect.poll(() => fixture.orphans()).toEqual([]);
});

it('returns the job of a worker to the queue at SIGTERM, and exits with 0', async () => {
  const { id } = await fixture.order(100);
  await expect.poll(() => fixture.status(id), { interval: 5 }).not.toBe('waiting');
  work.child.kill('SIGTERM');
  expect(await work.ended).toBe(0);
  expect(work.output()).toContain('unfinished jobs return to their queues');
  work = fixture.startWork();
  await fixture.untilEnded(id);
  await fixture.expectComplete(id);
});
