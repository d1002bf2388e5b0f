import type { Turns } from '@rowhouse/problems';
import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type RowCounter, rowCounter } from '../counts/rowCounter.ts';
import { callQuery, dependsOnContext } from '../definition/callQuery.ts';
import type { Table } from '../definition/Table.ts';
import type { AnyRow, TableContext } from '../definition/TableContext.ts';
import { type ColumnResolver, columnResolver, comparableIdentity } from '../query/ColumnResolver.ts';
import { parseCountSource } from '../query/CountSource.ts';
import type { Catalogue } from '../query/catalogue.ts';
import { type DatabaseNames, sameNames } from '../query/databaseNames.ts';
import { type HostQuery, inspectQuery, isBuilder } from '../query/HostQuery.ts';
import { jsonTexts } from '../query/jsonTexts.ts';
import type { PageRows } from '../query/pageQuery.ts';
import { parseTableName, schemasIn } from '../query/TableName.ts';
import { callApplication } from '../runtime/applicationErrors.ts';
import { queryTurns } from '../runtime/reads.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';

/** A table's query with everything derived from it alone, independent of requests. */
export interface PreparedQuery {
  readonly query: HostQuery;
  /** Members of rows that are texts of JSON, and objects for functions of the definition. */
  readonly jsonNames: readonly string[];
  /** The catalogue at the time of preparation. */
  readonly catalogue: Catalogue;
  readonly resolve: ColumnResolver;
  readonly counter: RowCounter;
  /** Limits the concurrent queries of data requests to the table. */
  readonly turns: Turns;
  /**
   * The most recently compiled pages, by everything that their SQL and parameters depend on; null if the query depends
   * on more.
   */
  readonly compiledPages: LRUCache<string, CompiledPage> | null;
}

export interface CompiledPage extends Pick<PageRows, 'omitsJoins'> {
  readonly statement: CompiledQuery<AnyRow>;
}

/**
 * Maximum number of cached pages per table, and maximum characters of a cache key: filters may list thousands of
 * values.
 */
const mostPages = 500;
const longestKey = 10_000;

export interface PrepareOptions {
  /**
   * Whether joins may be omitted because of keys. Then `readVerified` has to verify afterwards that the keys existed.
   */
  readonly usesKeys: boolean;
}

export type QueryPreparer = (context: TableContext, options?: PrepareOptions) => Promise<PreparedQuery>;

/**
 * Prepares a table's query for requests. A query that does not take the context is the same for all of them and is
 * prepared once for each state of the catalogue. Throws `tables.invalid_query` when the query cannot be used.
 */
export function queryPreparer(runtime: TableRuntime, table: Table): QueryPreparer {
  const { definition } = table;
  const isSameForAll = !dependsOnContext(definition);
  const queries = queryTurns(table.config.limits.queries);
  const build = (context: TableContext) => {
    const returned = callApplication(() => callQuery(definition, runtime.db, context));

    return { returned, schemas: schemasOf(returned, definition, runtime.names) };
  };
  let built: ReturnType<typeof build> | null = null;
  /** By `usesKeys`. */
  const prepared = new Map<boolean, PreparedQuery>();

  return async (context, { usesKeys } = { usesKeys: true }) => {
    const { returned, schemas } = built ?? build(context);
    if (isSameForAll) built = { returned, schemas };
    const catalogue = await runtime.catalogue.get(schemas);

    const known = prepared.get(usesKeys);
    if (known?.catalogue === catalogue) return known;

    const fresh = prepare(runtime, table, context, returned, catalogue, { usesKeys, isSameForAll, queries });
    if (isSameForAll) prepared.set(usesKeys, fresh);

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
  { usesKeys, isSameForAll, queries }: PrepareOptions & { isSameForAll: boolean; queries: Turns },
): PreparedQuery {
  const { definition, template } = table;
  const inspected = inspectQuery(table.id, returned, template.dtRowId, catalogue, {
    usesKeys,
    names: runtime.names,
    key: definition.key,
  });
  const shown = new Set(template.columns.map(({ name }) => name));
  const { builder, names: jsonNames } = jsonTexts(inspected, shown, runtime.dialect);
  const query = { ...inspected, builder, identity: comparableIdentity(inspected, runtime.dialect) };
  const cacheKey = callApplication(() => definition.count?.key?.(context) ?? '');

  return {
    query,
    jsonNames,
    catalogue,
    turns: queries,
    resolve: columnResolver(table, query, runtime.dialect),
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
