import type { PrepareOptions } from '../prepare/prepareQuery.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';

/** Keys may be dropped and created again between two attempts; after this number of attempts, no key is relied on. */
const attempts = 3;

export interface Verifiable<T> {
  readonly result: T;
  /** Whether the keys are known to have existed in all reads. Otherwise they are verified afterwards. */
  readonly keysHeld: boolean;
}

/**
 * Reads a page and its counts. Joins are omitted where a key makes them redundant. If the key was dropped in the
 * meantime, the result may be wrong, so keys are verified after reading, unless everything was read in a snapshot in
 * which they were verified.
 */
export async function readVerified<T>(
  prepare: (options: PrepareOptions) => Promise<TableQuery>,
  read: (query: TableQuery) => Promise<Verifiable<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const query = await prepare({ usesKeys: attempt <= attempts });
    const { result, keysHeld } = await read(query);

    if (keysHeld || query.query.reliesOn.length === 0) return result;
    if ((await query.counter.present()).keysHold) return result;

    await query.runtime.catalogue.refresh();
  }
}

/** Whether the keys were verified in a named snapshot. */
export function keysHeldIn(snapshot: string | null, { query, runtime }: TableQuery): boolean {
  return query.reliesOn.every((table) => snapshot !== null && runtime.verifiedKeys.get(table) === snapshot);
}
