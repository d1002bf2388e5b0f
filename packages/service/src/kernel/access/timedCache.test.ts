import { expect, it } from 'vitest';
import { timedCache } from './timedCache.ts';

it('loads once for all who ask at once, and again when the time is over', async () => {
  let now = 0;
  let loads = 0;
  const cache = timedCache({
    milliseconds: 100,
    now: () => now,
    load: async (key: string) => `${key}${++loads}`,
  });
  expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a1', 'a1']);
  now = 99;
  expect(await cache.get('a')).toBe('a1');
  now = 100;
  expect(await cache.get('a')).toBe('a2');
  cache.forget('a');
  expect(await cache.get('a')).toBe('a3');
});

it('does not keep a failure, nor more than its size', async () => {
  let loads = 0;
  const load = async (key: number) => {
    loads++;
    if (loads === 1) throw new Error('away');
    return key;
  };
  const cache = timedCache({ milliseconds: 100, size: 2, now: () => 0, load });
  await expect(cache.get(1)).rejects.toThrow('away');
  for (const key of [1, 2, 3, 1]) expect(await cache.get(key)).toBe(key);
  expect(loads).toBe(5);
});
