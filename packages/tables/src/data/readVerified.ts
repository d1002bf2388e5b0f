import type { PrepareOptions } from '../prepare/prepareQuery.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { Observed } from '../runtime/Observation.ts';

/** Keys may be dropped and created again between two attempts; after this number of attempts, no key is relied on. */
const attempts = 3;

/**
 * Reads a page and its counts. Joins are omitted where a key makes them redundant. If the key was dropped in the
 * meantime, the result may be wrong, so keys are verified after reading, unless everything was read in a snapshot in
 * which they were verified.
 */
export async function readVerified<T>(
  prepare: (options: PrepareOptions) => Promise<TableQuery>,
  read: (query: TableQuery) => Promise<Observed<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const query = await prepare({ usesKeys: attempt <= attempts });
    const { value, seen } = await read(query);

    if (seen.keys !== 'unknown' || query.query.reliesOn.length === 0) return value;
    if ((await query.counter.present()).keys !== 'unknown') return value;

    await query.runtime.catalogue.refresh();
  }
}
