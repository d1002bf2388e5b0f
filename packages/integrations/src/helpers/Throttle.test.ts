import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Throttle } from './Throttle.ts';

test('Delays concurrent calls in order, but not the first one', async () => {
  const throttle = new Throttle(30);
  const times: number[] = [];
  const order: number[] = [];
  const start = performance.now();
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 5);
  await Promise.all(
    [0, 1, 2].map(async (index) => {
      await throttle.wait();
      times.push(performance.now());
      order.push(index);
    }),
  );
  clearInterval(ticking);

  expect(order).toEqual([0, 1, 2]);
  // Gaps are measured after the wait of either, which may be late by some of a millisecond.
  expect(times[1]! - start).toBeGreaterThanOrEqual(30);
  expect(times[2]! - start).toBeGreaterThanOrEqual(60);
  expect(ticks).toBeGreaterThan(2);
});

test('Does not delay a call after the interval', async () => {
  const throttle = new Throttle(60_000);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  await throttle.wait();
  now.mockReturnValue(60_000);
  const passed = throttle.wait().then(() => 'passed');

  expect(await Promise.race([passed, sleep(1_000, 'waits')])).toBe('passed');
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('Refuses an interval of %s', (interval) => {
  expect(() => new Throttle(interval)).toThrow(RangeError);
});
