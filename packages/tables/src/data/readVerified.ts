import type { TableQuery } from '../prepare/TableQuery.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { stillHolds } from '../query/catalogue.ts';
import { type Page, readPage } from './readPage.ts';

/** Keys may be dropped and made again between two tries; after this many no key is relied on. */
const tries = 3;

/**
 * Reads a page and its counts. What was left out of their statements because of keys may have been wrong if a key was
 * dropped meanwhile, so the keys are looked at again afterwards, by one query for all requests that wait for it.
 */
export async function readVerified(
  queries: TableQueries,
  payload: unknown,
  user: unknown,
): Promise<Page & { readonly query: TableQuery }> {
  for (let attempt = 1; ; attempt++) {
    const query = await queries(payload, user, { usesKeys: attempt <= tries });
    const page = await readPage(query);

    if (await keysHeld(query)) return { query, ...page };

    await query.runtime.catalogue.refresh();
  }
}

async function keysHeld({ query: { reliesOn }, runtime }: TableQuery): Promise<boolean> {
  if (reliesOn.length === 0) return true;

  const key = `keys\n${reliesOn.map(({ schema, name, version }) => `${schema}.${name} ${version}`).join('\n')}`;

  return runtime.share(key, () => stillHolds(runtime.db, runtime.dialect, reliesOn));
}
