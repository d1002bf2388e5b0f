import { sql } from 'kysely';
import type { CatalogueTable } from '../query/catalogue.ts';
import type { TableVersionRow } from '../query/dialects/CatalogueQueries.ts';
import { stillHold } from '../query/readCatalogue.ts';
import type { Observation } from '../runtime/Observation.ts';
import { limitedReads, queryTurns } from '../runtime/reads.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { TableLimits } from '../template/TableConfig.ts';

export interface StateSources {
  /** The records of a followed count. */
  readonly records: readonly string[];
  /** The tables whose keys the query relies on. */
  readonly tables: readonly CatalogueTable[];
}

/**
 * Reads what may have changed since a count was cached and the catalogue was read, by one statement in one snapshot, shared by
 * concurrent requests.
 */
export function presentStateReader(
  runtime: TableRuntime,
  { records, tables }: StateSources,
  limits: TableLimits,
): () => Promise<Observation> {
  const { rawDb, dialect, verifiedKeys, share } = runtime;
  const key = () =>
    ['state', ...records, ...tables.map(({ schema, name, version }) => `${schema}.${name} ${version}`)].join(
      '\n',
    );

  return () =>
    share(key(), async (signal) => {
      const { reading, snapshot } = dialect.rowCounts;
      const state = sql`${records.length > 0 ? reading(records) : sql.lit(null)} as reading,
        ${snapshot ?? sql.lit(null)} as snapshot`;
      const query =
        tables.length > 0
          ? sql<StateRow>`select versions.*, ${state} from (${dialect.catalogue.versions(tables)}) as versions`
          : sql<StateRow>`select ${state}`;
      const { count } = limitedReads({ ...runtime, db: rawDb }, { limits, turns: queryTurns(0), signal });
      const rows = await count(query.compile(rawDb));
      const [row] = rows;
      const holdStill = stillHold(tables, rows);
      const name = row?.snapshot ?? null;

      if (holdStill && name !== null) for (const table of tables) verifiedKeys.set(table, name);

      return { reading: row?.reading ?? null, keys: holdStill ? 'heldSoFar' : 'unknown', snapshot: name };
    });
}

type StateRow = TableVersionRow & { readonly reading: string | null; readonly snapshot: string | null };
