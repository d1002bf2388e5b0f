import type { TableQuery } from '../prepare/TableQuery.ts';
import { sql } from 'kysely';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { stillHolds } from '../query/catalogue.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
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

  const { db, dialect, verifiedKeys } = runtime;
  const key = reliesOn.map(({ schema, name, version }) => `${schema}.${name} ${version}`).join('\n');

  return runtime.share(`keys\n${key}`, async () => {
    // While nothing is committed in the database, what held holds.
    const snapshot = await presentSnapshot(runtime);
    if (snapshot !== null && reliesOn.every((table) => verifiedKeys.get(table) === snapshot)) return true;

    const held = await stillHolds(db, dialect, reliesOn);
    if (held && snapshot !== null) {
      for (const table of reliesOn) verifiedKeys.set(table, snapshot);
    }

    return held;
  });
}

/** Null where snapshots have no names. */
async function presentSnapshot({ db, dialect }: TableRuntime): Promise<string | null> {
  const { snapshot } = dialect.rowCounts;
  if (!snapshot) return null;

  const { rows } = await sql<{ snapshot: string | null }>`select ${snapshot} as snapshot`.execute(db);

  return rows[0]?.snapshot ?? null;
}
