import { expect, test } from 'vitest';
import { useBusy } from './controlElements.ts';

test('an action does not start again while it is running', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = 0;
  const { isBusy, run } = useBusy(() => {
    started += 1;

    return promise;
  });
  const [first] = [run(), run()];

  expect([started, isBusy.value]).toEqual([1, true]);
  resolve();
  await first;
  expect(isBusy.value).toBe(false);
  await run();
  expect(started).toBe(2);
});

test('a button is not busy after its action has failed', async () => {
  const { isBusy, run } = useBusy(() => Promise.reject(new Error('A listener of the host threw.')));

  await expect(run()).rejects.toThrow('A listener of the host threw.');
  expect(isBusy.value).toBe(false);
});
