import { type Expression, ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ColumnSource, OrderTerm } from '../plan/QueryPlan.ts';
import type { ColumnResolver } from './ColumnResolver.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { dropUnusedJoins } from './dropUnusedJoins.ts';
import { type Builder, databaseColumn, type HostQuery } from './HostQuery.ts';
import type { SearchBranch } from './searchBranches.ts';

export interface PageQuery {
  readonly conditions: readonly Expression<SqlBool>[];
  /** The conditions, decomposed by `searchBranches`; null if they are not decomposed. */
  readonly branches: readonly SearchBranch[] | null;
  readonly order: readonly OrderTerm[];
  readonly offset: number;
  readonly limit: number;
  /** Where to begin instead of at the start; the database then computes the offset. Only without conditions. */
  readonly anchor: PageAnchor | null;
}

/** A place in an order from which a page is found faster than from the start: a table for FROM, without rows if there is none. */
export interface PageAnchor {
  /** Together with the offset and the limit of the page, everything that its SQL depends on. */
  readonly key: string;
  readonly from: RawBuilder<unknown>;
  /** Condition for rows from the place on, on the columns of the order; matches no row without a place. */
  condition(columns: readonly Expression<unknown>[]): Expression<SqlBool>;
  /** The number of these rows before the page. */
  readonly skip: RawBuilder<number>;
}

export interface PageRows {
  readonly builder: Builder;
  /** Whether joins may be omitted from a part of it, so that the rows rely on keys. */
  readonly omitsJoins: boolean;
}

type Identity = NonNullable<HostQuery['identity']>;

/** Maximum rows that are skipped as fast with all their columns as without. */
const shallow = 100;
/** Maximum rows for which each branch of a search is read up to the end of the page. */
const branchRows = 2000;

/**
 * The rows of one page. The identifiers are found first, by a query with only the key and the order, and rows are then
 * read for these identifiers, so that the database sorts and skips narrow index entries instead of joined rows.
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
 * Near the start of an order that an index provides, the rows are read directly. A query that is grouped or distinct,
 * has window functions, or may return equal rows cannot be decomposed, and is always read directly.
 *
 * From a place, such as a mark of `@rowhouse/tables-postgres`:
 *
 * ```sql
 * from rowhouse_marks_…_place(500000, 25, true) as place cross join lateral (
 *   select orders.id as "dtRowId" from orders
 *   where orders.placed_at between place.bound and place.k1 and (orders.placed_at, orders.id) < (place.k1, place.k2)
 *   order by orders.placed_at desc, orders.id desc limit 25 offset place.skip
 * ) as page
 * ```
 *
 * A key of several columns is compared as a row: `(items.order_id, items.position) in (select page.key1, page.key2 …)`.
 *
 * A decomposed search reads the first identifiers of each branch, and the page from those; the conditions are checked
 * again, so that the result is correct whatever the identifiers are.
 */
export function pageQuery(
  query: HostQuery,
  page: PageQuery,
  resolve: ColumnResolver,
  dialect: Dialect,
): PageRows {
  const order = (builder: Builder) => orderBy(builder, page.order, resolve, dialect);
  // Whole numbers as literals: a statement without parameters needs one message of PostgreSQL's driver instead of five.
  const window = (builder: Builder) =>
    order(where(builder, page.conditions))
      .limit(sql.lit(page.limit))
      .$if(page.offset > 0, (q) => q.offset(sql.lit(page.offset)));

  const { identity } = query;
  if (!identity || !query.decomposable || query.windowed) {
    return { builder: window(query.builder), omitsJoins: false };
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

  const omitsJoins = query.lookups.size > 0;

  if (page.anchor) {
    const { from, condition, skip } = page.anchor;
    const columns = page.order.map(({ source }) => resolve(source).expression);
    const found = identifiersOf((builder) =>
      order(builder.where(condition(columns)))
        .limit(sql.lit(page.limit))
        .offset(skip),
    );

    return {
      builder: order(query.builder.where(isAmong(identity, sql`${from} cross join lateral ${found}`))),
      omitsJoins,
    };
  }

  const end = page.offset + page.limit;

  if (page.branches && end <= branchRows) {
    const found = page.branches.map((branch) =>
      identifiersOf((builder) => order(where(builder, branch)).limit(sql.lit(end))),
    );

    return { builder: window(query.builder.where(isAmong(identity, sql`(${unionAll(found)})`))), omitsJoins };
  }
  if (page.offset < shallow && isIndexOrder(page.order, query)) {
    return { builder: window(query.builder), omitsJoins: false };
  }

  return { builder: order(query.builder.where(isAmong(identity, identifiersOf(window)))), omitsJoins };
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

/** All matching rows, in order. */
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

/**
 * Whether an index of the query's tables provides this order, except for ties. Then the first rows are found without
 * sorting, and finding their identifiers first is not faster.
 */
function isIndexOrder(order: readonly OrderTerm[], query: HostQuery): boolean {
  // Mixed directions and nulls at the other end need a sort.
  if (order.some(({ direction, nulls }) => direction !== order[0]?.direction || nulls !== 'natural')) {
    return false;
  }

  const sources = order.map(({ source }) => source);
  const sorts = sources.slice(0, sources.findLastIndex((source) => !isOfKey(source, query)) + 1);

  if (sorts.length === 0) {
    // In the order of the key itself; the row identifier is assumed to be one.
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
