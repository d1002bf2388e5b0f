import { expect, test } from 'vitest';
import { useBusy } from './controlParts.ts';

test('an action is not begun again while it goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const { isBusy, run } = useBusy(() => {
    begun += 1;

    return promise;
  });
  const [first] = [run(), run()];

  expect([begun, isBusy.value]).toEqual([1, true]);
  resolve();
  await first;
  expect(isBusy.value).toBe(false);
  await run();
  expect(begun).toBe(2);
});

test('a button is not busy for ever when its action fails', async () => {
  const { isBusy, run } = useBusy(() => Promise.reject(new Error('A listener of the host threw.')));

  await expect(run()).rejects.toThrow('A listener of the host threw.');
  expect(isBusy.value).toBe(false);
});
