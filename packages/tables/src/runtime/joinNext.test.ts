import { expect, it } from 'vitest';
import { joinNext } from './joinNext.ts';

it('shares one run between those who ask while another is under way, and none that began before', async () => {
  let runs = 0;
  const gates: (() => void)[] = [];
  const read = joinNext(() => {
    const run = ++runs;
    return new Promise<number>((resolve) => gates.push(() => resolve(run)));
  });

  const first = read();
  const second = read();
  const third = read();
  expect(runs).toBe(1);

  gates.shift()?.();
  expect(await first).toBe(1);
  await Promise.resolve();
  gates.shift()?.();
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  expect(runs).toBe(2);
});

it('gives a failure to those who shared the run, and starts again afterwards', async () => {
  let runs = 0;
  const read = joinNext(async () => {
    runs++;
    if (runs < 3) throw new Error(`run ${runs}`);
    return runs;
  });

  const answers = await Promise.allSettled([read(), read()]);
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected']);
  expect(await read()).toBe(3);
});
