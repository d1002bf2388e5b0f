import { expect, it } from 'vitest';
import { timedCache } from './timedCache.ts';

it('shares one load between concurrent callers, and loads again after the lifetime', async () => {
  let now = 1_000;
  let loads = 0;
  const cache = timedCache({
    milliseconds: 100,
    now: () => now,
    load: async (key: string) => `${key}${++loads}`,
  });
  expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a1', 'a1']);
  now = 1_099;
  expect(await cache.get('a')).toBe('a1');
  now = 1_100;
  expect(await cache.get('a')).toBe('a2');
  cache.forget();
  expect(await cache.get('a')).toBe('a3');
});

it('keeps neither failures nor more values than its size', async () => {
  let loads = 0;
  const load = async (key: number) => {
    loads++;
    if (loads === 1) throw new Error('unavailable');
    return key;
  };
  const cache = timedCache({ milliseconds: 100, size: 2, now: () => 0, load });
  await expect(cache.get(1)).rejects.toThrow('unavailable');
  for (const key of [1, 2, 3, 1]) expect(await cache.get(key)).toBe(key);
  expect(loads).toBe(5);
});

it('keeps nothing for 0 milliseconds', async () => {
  let loads = 0;
  const cache = timedCache({ milliseconds: 0, load: async (key: string) => `${key}${++loads}` });

  expect([await cache.get('a'), await cache.get('a')]).toEqual(['a1', 'a2']);
});
