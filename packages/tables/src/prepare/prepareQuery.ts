import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type RowCounter, rowCounter } from '../counts/rowCounter.ts';
import { callQuery, takesContext } from '../definition/callQuery.ts';
import type { AnyRow, TableContext } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import { type ColumnResolver, columnResolver } from '../query/ColumnResolver.ts';
import { parseCountSource } from '../query/CountSource.ts';
import type { Catalogue } from '../query/catalogue.ts';
import { type DatabaseNames, sameNames } from '../query/databaseNames.ts';
import { type HostQuery, inspectQuery, isBuilder } from '../query/HostQuery.ts';
import { parseTableName, schemasIn } from '../query/TableName.ts';
import { callApplication } from '../runtime/applicationErrors.ts';
import { type Gate, gate } from '../runtime/reads.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';

/** A table's query, looked over, with what follows from it alone and not from what is asked of it. */
export interface PreparedQuery {
  readonly query: HostQuery;
  /** As it was when the query was prepared. */
  readonly catalogue: Catalogue;
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

export interface PrepareOptions {
  /** Whether joins may be left out because of keys. Then `stillHolds` has to say afterwards that the keys held. */
  readonly usesKeys: boolean;
}

export type QueryPreparer = (context: TableContext, options?: PrepareOptions) => Promise<PreparedQuery>;

/**
 * Prepares a table's query for requests. A query that does not take the context is the same for all of them and is
 * prepared once for each state of the catalogue. Throws `tables.invalid_query` when the query cannot be used.
 */
export function queryPreparer(runtime: TableRuntime, table: Table): QueryPreparer {
  const { definition } = table;
  const isSameForAll = !takesContext(definition) && !definition.count?.key;
  const queries = gate(table.config.limits.queries);
  const build = (context: TableContext) => {
    const returned = callApplication(() => callQuery(definition, runtime.db, context));

    return { returned, schemas: schemasOf(returned, definition, runtime.names) };
  };
  let built: ReturnType<typeof build> | null = null;
  let prepared: PreparedQuery | null = null;

  return async (context, { usesKeys } = { usesKeys: true }) => {
    const { returned, schemas } = built ?? build(context);
    if (isSameForAll) built = { returned, schemas };
    const catalogue = await runtime.catalogue.get(schemas);

    if (prepared?.catalogue === catalogue && usesKeys) return prepared;

    const fresh = prepare(runtime, table, context, returned, catalogue, { usesKeys, isSameForAll, queries });
    if (isSameForAll && usesKeys) prepared = fresh;

    return fresh;
  };
}

/** The schemas that the query names, its relations, and the sources of its count. */
function schemasOf(
  returned: unknown,
  { with: relations = {}, count }: Table['definition'],
  { toDatabase }: DatabaseNames,
): string[] {
  const named = [
    ...Object.values(relations).map(({ table }) => table),
    ...(count?.sources ?? []).map((source) => parseCountSource(source, sameNames).table),
  ];

  return [
    ...new Set([
      ...(isBuilder(returned) ? schemasIn(returned.toOperationNode()) : []),
      ...named.flatMap((name) => {
        const { schema } = parseTableName(name);

        return schema === null ? [] : toDatabase(schema);
      }),
    ]),
  ];
}

function prepare(
  runtime: TableRuntime,
  table: Table,
  context: TableContext,
  returned: unknown,
  catalogue: Catalogue,
  { usesKeys, isSameForAll, queries }: PrepareOptions & { isSameForAll: boolean; queries: Gate },
): PreparedQuery {
  const { definition, template } = table;
  const query = inspectQuery(table.id, returned, template.dtRowId, catalogue, {
    usesKeys,
    names: runtime.names,
    key: definition.key,
  });
  const cacheKey = callApplication(() => definition.count?.key?.(context) ?? '');

  return {
    query,
    catalogue,
    gate: queries,
    resolve: columnResolver(table, query),
    counter: rowCounter(table, query, runtime, catalogue, cacheKey),
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
