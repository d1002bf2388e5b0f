import { expect, it } from 'vitest';
import { Closings } from './Closings.ts';

it('closes in reverse order, once, and continues after an error', async () => {
  const done: string[] = [];
  const closings = new Closings((level, text) => void done.push(`${level}: ${text}`));
  closings.add(async (patience) => done.push(`first, within ${patience}`));
  closings.add(async () => {
    throw new Error('the second is stuck');
  });
  closings.add(async () => done.push('third'));
  await closings.closeAll(20);
  await closings.closeAll();
  expect(done).toEqual(['third', 'warn: Error during shutdown: the second is stuck', 'first, within 20']);
});
