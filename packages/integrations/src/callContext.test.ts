import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { currentCaller, runAs } from './callContext.ts';

it('keeps callers apart that work at the same time', async () => {
  const work = (userId: number) =>
    runAs({ userId, route: `route ${userId}` }, async () => {
      await nextTurn();
      return runAs({ userId: 0, route: null }, () => currentCaller()?.userId) === 0 ? currentCaller() : null;
    });

  expect(await Promise.all([work(1), work(2)])).toEqual([
    { userId: 1, route: 'route 1' },
    { userId: 2, route: 'route 2' },
  ]);
  expect(currentCaller()).toBeNull();
});
