import type { PrepareOptions } from '../prepare/prepareQuery.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { stillHolds } from '../query/catalogue.ts';

/** Keys may be dropped and created again between two attempts; after this many attempts, no key is relied on. */
const attempts = 3;

/**
 * Reads a page and its counts. Joins are omitted where a key makes them redundant. If the key was dropped meanwhile, the
 * result may be wrong, so the keys are checked after reading, by one query for all waiting requests.
 */
export async function readVerified<T>(
  prepare: (options: PrepareOptions) => Promise<TableQuery>,
  read: (query: TableQuery) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const query = await prepare({ usesKeys: attempt <= attempts });
    const result = await read(query);

    if (await keysStillExist(query)) return result;

    await query.runtime.catalogue.refresh();
  }
}

async function keysStillExist({ query: { reliesOn }, runtime }: TableQuery): Promise<boolean> {
  if (reliesOn.length === 0) return true;

  const { own, dialect } = runtime;
  const key = reliesOn.map(({ schema, name, version }) => `${schema}.${name} ${version}`).join('\n');

  return runtime.share(`keys\n${key}`, () => stillHolds(own, dialect, reliesOn));
}
