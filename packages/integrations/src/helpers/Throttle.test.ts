import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Throttle } from './Throttle.ts';

/** The time that the throttle reads, in milliseconds; a slow machine does not move it. */
function clock(): { now: number } {
  const time = { now: 0 };
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => time.now);
  onTestFinished(() => spy.mockRestore());

  return time;
}

test('Delays concurrent calls in order, but not the first one', async () => {
  const time = clock();
  const throttle = new Throttle(30);
  const passed: string[] = [];
  const calls = ['first', 'second', 'third'].map(async (name) => {
    await throttle.wait();
    passed.push(`${name} at ${time.now}`);
  });
  await calls[0];
  time.now = 29;
  // The event loop runs meanwhile.
  await sleep(50);
  expect(passed).toEqual(['first at 0']);

  time.now = 30;
  await calls[1];
  time.now = 59;
  await sleep(50);
  expect(passed).toEqual(['first at 0', 'second at 30']);

  time.now = 60;
  await calls[2];
  expect(passed).toEqual(['first at 0', 'second at 30', 'third at 60']);
});

test('Does not delay a call after the interval', async () => {
  const time = clock();
  const throttle = new Throttle(60_000);
  await throttle.wait();
  time.now = 60_000;

  // It would never resolve otherwise: the time that it reads does not pass.
  await throttle.wait();
  expect(time.now).toBe(60_000);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('Refuses an interval of %s', (interval) => {
  expect(() => new Throttle(interval)).toThrow(RangeError);
});
