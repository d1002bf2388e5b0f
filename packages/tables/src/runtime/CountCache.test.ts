import { expect, it } from 'vitest';
import { countCacheContract } from '../testing/countCacheContract.ts';
import { memoryCountCache } from './CountCache.ts';

it.each(countCacheContract(() => memoryCountCache()))('$name in memory', ({ run }) => run());

it('drops the least recently used entry', () => {
  const cache = memoryCountCache({ entries: 2 });
  const entry = { count: 1, reading: null };
  for (const key of ['a', 'b']) cache.set(key, entry, 60_000);
  cache.get('a');
  cache.set('c', entry, 60_000);
  expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
});
