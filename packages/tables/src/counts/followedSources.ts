import type { Table } from '../definition/Table.ts';
import { parseCountSource, recordsOf } from '../query/CountSource.ts';
import { type Catalogue, tableLabel } from '../query/catalogue.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { rowDependencies } from '../query/rowDependencies.ts';
import { parseTableName } from '../query/TableName.ts';

/** The changes that a cached count of a query has to follow. */
export interface FollowedSources {
  /** The records of every change of the count. */
  readonly records: readonly string[];
  /** Whether the change of the count is the number of created rows minus deleted rows. */
  readonly isWholeTable: boolean;
}

/**
 * The change records that determine the unfiltered count of a query: those of the sources that the definition names,
 * and of all tables and columns that the query uses. `unknown` names a part of the query whose changes cannot be
 * recorded.
 */
export function followedSources(
  { definition }: Table,
  query: HostQuery,
  catalogue: Catalogue,
): FollowedSources | { readonly unknown: string } {
  const { tables, unknown } = rowDependencies(query, catalogue);

  if (unknown !== null) return { unknown };

  const named = (definition.count?.sources ?? []).map((source) => parseCountSource(source, query.names));
  const spelled = new Map(named.map(({ table }) => [catalogue.find(parseTableName(table)), table]));
  const read = [...tables].flatMap(([table, columns]) =>
    recordsOf({ table: spelled.get(table) ?? tableLabel(table), columns: [...columns] }),
  );
  const records = [...new Set([...named.flatMap(recordsOf), ...read])];

  return { records, isWholeTable: query.wholeTable !== null && records.length === 1 };
}
