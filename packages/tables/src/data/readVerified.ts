import type { PrepareOptions } from '../prepare/prepareQuery.ts';
import type { TableQuery } from '../prepare/TableQuery.ts';
import { stillHolds } from '../query/catalogue.ts';

/** Keys may be dropped and made again between two tries; after this many no key is relied on. */
const tries = 3;

/**
 * Reads a page and its counts. What was left out of their statements because of keys may have been wrong if a key was
 * dropped meanwhile, so the keys are looked at again afterwards, by one query for all requests that wait for it.
 */
export async function readVerified<T>(
  prepare: (options: PrepareOptions) => Promise<TableQuery>,
  read: (query: TableQuery) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const query = await prepare({ usesKeys: attempt <= tries });
    const result = await read(query);

    if (await keysHeld(query)) return result;

    await query.runtime.catalogue.refresh();
  }
}

async function keysHeld({ query: { reliesOn }, runtime }: TableQuery): Promise<boolean> {
  if (reliesOn.length === 0) return true;

  const { own, dialect } = runtime;
  const key = reliesOn.map(({ schema, name, version }) => `${schema}.${name} ${version}`).join('\n');

  return runtime.share(`keys\n${key}`, () => stillHolds(own, dialect, reliesOn));
}
