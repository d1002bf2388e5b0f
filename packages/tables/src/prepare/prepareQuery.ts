import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type RowCounter, rowCounter } from '../counts/rowCounter.ts';
import { callQuery, takesContext } from '../definition/callQuery.ts';
import type { AnyRow, TableContext } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import { type ColumnResolver, columnResolver } from '../query/ColumnResolver.ts';
import type { ColumnKinds } from '../query/catalogue.ts';
import { type HostQuery, inspectQuery } from '../query/HostQuery.ts';
import { callApplication } from '../runtime/applicationErrors.ts';
import { type Gate, gate } from '../runtime/gate.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';

/** A table's query, looked over, with what follows from it alone and not from what is asked of it. */
export interface PreparedQuery {
  readonly query: HostQuery;
  readonly kinds: ColumnKinds;
  readonly datesAreUtc: boolean;
  readonly resolve: ColumnResolver;
  readonly counter: RowCounter;
  /** Limits the queries of data requests that the table runs at the same time. */
  readonly gate: Gate;
  /** The pages compiled last, by all that their SQL and parameters depend on; null where the query depends on more. */
  readonly compiledPages: LRUCache<string, CompiledQuery<AnyRow>> | null;
}

/** Pages kept compiled for a table, and the most characters of what one depends on: filters may list thousands of values. */
const mostPages = 500;
const longestKey = 10_000;

/**
 * Prepares a table's query for requests. A query that does not take the context is the same for all of them and is
 * prepared once. Throws `tables.invalid_query` when the query cannot be used.
 */
export function queryPreparer(
  runtime: TableRuntime,
  table: Table,
): (context: TableContext) => Promise<PreparedQuery> {
  const { definition } = table;
  const queries = gate(table.config.limits.queries);
  let prepared: Promise<PreparedQuery> | null = null;

  if (takesContext(definition) || definition.count?.key) {
    return (context) => prepare(runtime, table, context, queries, false);
  }

  return (context) => {
    prepared ??= prepare(runtime, table, context, queries, true).catch((error: unknown) => {
      prepared = null;
      throw error;
    });

    return prepared;
  };
}

async function prepare(
  runtime: TableRuntime,
  table: Table,
  context: TableContext,
  queries: Gate,
  isSameForAll: boolean,
): Promise<PreparedQuery> {
  const { definition, template } = table;
  const catalogue = await runtime.catalogue();
  const { kinds, datesAreUtc } = catalogue;
  const query = inspectQuery(
    table.id,
    callApplication(() => callQuery(definition, runtime.db, context)),
    template.dtRowId,
    catalogue,
  );

  return {
    query,
    kinds,
    datesAreUtc,
    gate: queries,
    resolve: columnResolver(table, query, kinds),
    counter: rowCounter(table, query, runtime, {
      cacheKey: callApplication(() => definition.count?.key?.(context) ?? ''),
      installed: kinds.has('rowhouse_row_counts.source'),
    }),
    compiledPages: isSameForAll
      ? new LRUCache({
          max: mostPages,
          maxSize: mostPages * longestKey,
          maxEntrySize: longestKey,
          sizeCalculation: (_page, key) => key.length,
        })
      : null,
  };
}
