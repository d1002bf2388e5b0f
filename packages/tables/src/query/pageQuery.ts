import { type AliasedExpression, type Expression, ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { ColumnSource, OrderTerm } from '../plan/QueryPlan.ts';
import type { ColumnResolver } from './ColumnResolver.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { dropUnusedJoins } from './dropUnusedJoins.ts';
import { type Builder, databaseColumn, type HostQuery } from './HostQuery.ts';
import type { SearchBranch } from './searchBranches.ts';

export interface PageQuery {
  readonly conditions: readonly Expression<SqlBool>[];
  /** The conditions taken apart by `searchBranches`; null where they are not. */
  readonly branches: readonly SearchBranch[] | null;
  readonly order: readonly OrderTerm[];
  readonly offset: number;
  readonly limit: number;
  /** Read together with the rows, in the same snapshot. */
  readonly extra: AliasedExpression<unknown, string> | null;
}

type Identity = NonNullable<HostQuery['identity']>;

/** Rows that are skipped as fast with all their columns as without. */
const shallow = 100;
/** Rows up to which each branch of a search is read to the end of the page. */
const branchRows = 2000;

/**
 * The rows of one page. The identifiers are found first, by a query of nothing but the key and the order, and the
 * rows are read for those alone: so the database sorts and skips narrow index entries instead of joined rows.
 *
 * ```sql
 * select orders.id as "dtRowId", orders.number, customers.name
 * from orders left join customers on customers.id = orders.customer_id
 * where orders.id in (
 *   select page."dtRowId" from (
 *     select orders.id as "dtRowId" from orders
 *     where orders.status = $1
 *     order by orders.placed_at desc, orders.id desc limit 25 offset 500000
 *   ) as page
 * )
 * order by orders.placed_at desc, orders.id desc
 * ```
 *
 * Near the start of an order that an index holds, the rows are read directly. A grouped or distinct query cannot be
 * taken apart, nor one with window functions or with rows that may be equal, and is always read so.
 *
 * A key of several columns is compared as a row: `(items.order_id, items.position) in (select page.key1, page.key2 …)`.
 *
 * A search that was taken apart reads the best identifiers of each branch, and the page from those; the conditions are
 * asked of them again, so that it holds whatever the identifiers are.
 */
export function pageQuery(
  query: HostQuery,
  page: PageQuery,
  resolve: ColumnResolver,
  dialect: Dialect,
): Builder {
  const order = (builder: Builder) => orderBy(builder, page.order, resolve, dialect);
  // Whole numbers, written out: a statement without parameters takes PostgreSQL's driver one message instead of five.
  const window = (builder: Builder) =>
    order(where(builder, page.conditions))
      .limit(sql.lit(page.limit))
      .$if(page.offset > 0, (q) => q.offset(sql.lit(page.offset)));

  const { identity } = query;
  if (!identity || !query.decomposable || query.windowed) {
    return withExtra(window(query.builder), page.extra);
  }

  const identifiersOf = (branch: (builder: Builder) => Builder) =>
    branch(
      query.builder
        .clearSelect()
        .select(
          identity.map((column, index) =>
            new ExpressionWrapper(column.toOperationNode()).as(nameOf(identity, index)),
          ),
        )
        .withPlugin(dropUnusedJoins(query.lookups)) as Builder,
    );
  const end = page.offset + page.limit;

  if (page.branches && end <= branchRows) {
    const found = page.branches.map((branch) =>
      identifiersOf((builder) => order(where(builder, branch)).limit(sql.lit(end))),
    );

    return withExtra(window(query.builder.where(isAmong(identity, sql`(${unionAll(found)})`))), page.extra);
  }
  if (page.offset < shallow && isIndexOrder(page.order, query)) {
    return withExtra(window(query.builder), page.extra);
  }

  return withExtra(order(query.builder.where(isAmong(identity, identifiersOf(window)))), page.extra);
}

/** Whether a row is one of those whose identity `found` selects. */
function isAmong(identity: Identity, found: Expression<unknown>): Expression<SqlBool> {
  const names = identity.map((_column, index) => sql.ref(`page.${nameOf(identity, index)}`));
  const row = sql.join(identity);

  return sql<SqlBool>`${identity.length === 1 ? row : sql`(${row})`} in (select ${sql.join(names)} from ${found} as ${sql.ref('page')})`;
}

function nameOf(identity: Identity, index: number): string {
  return identity.length === 1 ? 'dtRowId' : `key${index + 1}`;
}

/** All rows under the conditions, in order. */
export function orderedRows(
  query: HostQuery,
  { conditions, order }: Pick<PageQuery, 'conditions' | 'order'>,
  resolve: ColumnResolver,
  dialect: Dialect,
): Builder {
  return orderBy(where(query.builder, conditions), order, resolve, dialect);
}

/** Each in parentheses, so that each keeps its own order and limit. */
export function unionAll(queries: readonly Expression<unknown>[]) {
  return sql.join(queries, sql` union all `);
}

export function where(builder: Builder, conditions: readonly Expression<SqlBool>[]): Builder {
  return conditions.reduce((q, condition) => q.where(condition), builder);
}

export function orderBy(
  builder: Builder,
  order: readonly OrderTerm[],
  resolve: ColumnResolver,
  dialect: Dialect,
): Builder {
  return order.reduce(
    (q, term) => q.orderBy(dialect.orderItem(resolve(term.source).expression, term)),
    builder,
  );
}

function withExtra(builder: Builder, extra: PageQuery['extra']): Builder {
  return extra ? (builder.select(extra) as Builder) : builder;
}

/**
 * Whether an index of the query's tables holds the rows in this order, or all but for ties. Then the first rows are
 * found without sorting, and nothing is gained by finding their identifiers first.
 */
function isIndexOrder(order: readonly OrderTerm[], query: HostQuery): boolean {
  // Mixed directions and moved nulls need a sort.
  if (order.some(({ direction, nulls }) => direction !== order[0]?.direction || nulls !== 'natural')) {
    return false;
  }

  const sources = order.map(({ source }) => source);
  const sorts = sources.slice(0, sources.findLastIndex((source) => !isOfKey(source, query)) + 1);

  if (sorts.length === 0) {
    // In the order of the key itself; the row identifier is taken for one.
    return query.key.length === 0 || isIndexed(sources, query);
  }

  return isIndexed(sorts, query) || isIndexed(sources, query);
}

/** Whether a term breaks ties: it is the row identifier, or a column of the definition's `key`. */
function isOfKey(source: ColumnSource, { key }: HostQuery): boolean {
  return source.kind === 'rowId' || (source.kind === 'data' && key.includes(source.data));
}

function isIndexed(sources: readonly ColumnSource[], query: HostQuery): boolean {
  const named = sources.flatMap((source) =>
    source.kind === 'data' ? [databaseColumn(source.data, query)] : [],
  );
  const [first] = named;

  // An expression needs a sort.
  if (!first || named.length < sources.length) return false;

  return (first.table?.indexes ?? []).some((index) =>
    named.every(({ alias, column }, position) => alias === first.alias && column === index.columns[position]),
  );
}
