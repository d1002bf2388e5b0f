import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { CountCache, CountEntry } from '../runtime/CountCache.ts';

/**
 * What every implementation of `CountCache` has to do, one case for each rule, to run in any test framework:
 *
 *     it.each(countCacheContract(() => myCountCache()))('$name', ({ run }) => run());
 *
 * @param create returns an empty cache with room for at least three entries
 */
export function countCacheContract(
  create: () => CountCache,
): readonly { readonly name: string; run(): void | Promise<void> }[] {
  const entry: CountEntry = { count: 7, reading: { changes: 3, net: 2, pending: 1, epoch: 4 } };
  const other: CountEntry = { count: 0, reading: null };
  const minute = 60_000;

  return [
    {
      name: 'returns the entry that was set last',
      run() {
        const cache = create();
        cache.set('orders', other, minute);
        cache.set('orders', entry, minute);
        deepEqual(cache.get('orders'), entry);
      },
    },
    {
      name: 'keeps entries of different keys apart',
      run() {
        const cache = create();
        cache.set('orders', entry, minute);
        cache.set('orders ', other, minute);
        deepEqual([cache.get('orders'), cache.get('orders ')], [entry, other]);
        equal(cache.get('Orders'), undefined);
      },
    },
    {
      name: 'takes any text for a key',
      run() {
        const cache = create();
        for (const key of ['', '__proto__', '\u0000ü\u{1F600}']) {
          equal(cache.get(key), undefined);
          cache.set(key, entry, minute);
          deepEqual(cache.get(key), entry);
        }
      },
    },
    {
      name: 'never returns an expired entry',
      async run() {
        const cache = create();
        cache.set('short', entry, 20);
        cache.set('long', entry, minute);
        await delay(60);
        equal(cache.get('short'), undefined);
        deepEqual(cache.get('long'), entry);
      },
    },
    {
      name: 'counts the lifetime from the last set',
      async run() {
        const cache = create();
        cache.set('orders', entry, 20);
        cache.set('orders', other, minute);
        await delay(60);
        deepEqual(cache.get('orders'), other);
      },
    },
  ];
}
