import { sql } from 'kysely';
import { type CatalogueTable, stillHold } from '../query/catalogue.ts';
import type { TableVersionRow } from '../query/dialects/CatalogueQueries.ts';
import type { RowCountReading } from '../runtime/CountCache.ts';
import { limitedReads, queryTurns } from '../runtime/reads.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { TableLimits } from '../template/TableConfig.ts';

/** What may have changed since a count was cached and the catalogue was read, in one snapshot. */
export interface PresentState {
  /** Null if changes are not followed. */
  readonly reading: RowCountReading | null;
  /** Whether the keys existed at all times since the catalogue was read. */
  readonly keysHold: boolean;
  /** Identifies the snapshot; null if the database does not identify snapshots. */
  readonly snapshot: string | null;
}

export interface StateSources {
  /** The records of a followed count. */
  readonly records: readonly string[];
  /** The tables whose keys the query relies on. */
  readonly tables: readonly CatalogueTable[];
}

/** Reads the state of some sources by one statement, shared by concurrent requests. */
export function presentStateReader(
  runtime: TableRuntime,
  { records, tables }: StateSources,
  limits: TableLimits,
): () => Promise<PresentState> {
  const { own, dialect, verifiedKeys, share } = runtime;
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
      const { count } = limitedReads({ ...runtime, db: own }, { limits, turns: queryTurns(0), signal });
      const rows = await count(query.compile(own));
      const [row] = rows;
      const keysHold = stillHold(tables, rows);
      const name = row?.snapshot ?? null;

      if (keysHold && name !== null) for (const table of tables) verifiedKeys.set(table, name);

      return { reading: parseReading(row?.reading), keysHold, snapshot: name };
    });
}

type StateRow = TableVersionRow & { readonly reading: string | null; readonly snapshot: string | null };

/** Parses `changes:net:pending:epoch`; null for anything else. */
export function parseReading(text: unknown): RowCountReading | null {
  if (typeof text !== 'string') {
    return null;
  }

  const [changes, net, pending, epoch] = text.split(':').map(Number) as [number, number, number, number];

  return { changes, net, pending, epoch };
}
