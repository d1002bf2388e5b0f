import { expect, it } from 'vitest';
import { closeAll } from './closeAll.ts';

it('closes what was opened last first, once, and goes on when something fails', async () => {
  const done: string[] = [];
  const closings = [
    async (patience: number) => done.push(`first, within ${patience}`),
    async () => {
      throw new Error('the second is stuck');
    },
    async () => done.push('third'),
  ];
  const log = (level: string, text: string) => done.push(`${level}: ${text}`);
  await closeAll(closings, log, 20);
  await closeAll(closings, log);
  expect(done).toEqual(['third', 'warn: Error during shutdown: the second is stuck', 'first, within 20']);
});
