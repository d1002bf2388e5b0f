import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { FailureStore } from '../failures/FailureReports.ts';

/**
 * What every implementation of `FailureStore` has to do, one case for each rule, to run in any test framework:
 *
 *     it.each(failureStoreContract(() => myFailureStore()))('$name', ({ run }) => run());
 *
 * @param create opens the store as a process does; two calls return two views of the same windows
 */
export function failureStoreContract(
  create: () => FailureStore | Promise<FailureStore>,
): readonly { readonly name: string; run(): Promise<void> }[] {
  const startsAt = new Date();
  const endsAt = new Date(startsAt.getTime() + 600_000);

  return [
    {
      name: 'opens one window for a group, which later calls join',
      async run() {
        const [first, second] = [await create(), await create()];
        const group = randomUUID();
        const opened = await first.join(group, startsAt, endsAt);
        const joined = await second.join(group, new Date(), new Date(endsAt.getTime() + 1));
        deepEqual([opened.isNew, joined.isNew, joined.id === opened.id], [true, false, true]);
        deepEqual([joined.startsAt, joined.endsAt], [startsAt, endsAt]);
      },
    },
    {
      name: 'keeps groups apart',
      async run() {
        const store = await create();
        const [one, other] = [
          await store.join(randomUUID(), startsAt, endsAt),
          await store.join(randomUUID(), startsAt, endsAt),
        ];
        notEqual(one.id, other.id);
        deepEqual([one.isNew, other.isNew], [true, true]);
      },
    },
    {
      name: 'opens a single window when several processes join at the same time',
      async run() {
        const group = randomUUID();
        const stores = await Promise.all(Array.from({ length: 5 }, async () => create()));
        const windows = await Promise.all(stores.map((store) => store.join(group, startsAt, endsAt)));
        equal(new Set(windows.map(({ id }) => id)).size, 1);
        equal(windows.filter(({ isNew }) => isNew).length, 1);
      },
    },
    {
      name: 'gives the sum of all processes to the first that takes it, and null to others',
      async run() {
        const [first, second] = [await create(), await create()];
        // A window that has ended: its sum may be taken.
        const { id } = await first.join(
          randomUUID(),
          new Date(Date.now() - 60_000),
          new Date(Date.now() - 1),
        );
        await Promise.all([first.add(id, 2), second.add(id, 40)]);
        const taken = await Promise.all([first.take(id), second.take(id)]);
        deepEqual(taken.toSorted(), [42, null]);
        equal(await first.take(id), null);
      },
    },
  ];
}
