import {
  type Expression,
  ExpressionWrapper,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { OrderTerm } from '../plan/QueryPlan.ts';
import type { ColumnResolver } from './ColumnResolver.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { dropUnusedJoins } from './dropUnusedJoins.ts';
import type { Builder, HostQuery } from './HostQuery.ts';
import { where } from './pageQuery.ts';

/** The requested row, and the conditions of the query. */
export interface RowSearch {
  readonly db: Kysely<AnyDatabase>;
  readonly dialect: Dialect;
  /** The name of the row identifier in rows, and its value. */
  readonly dtRowId: string;
  readonly row: string;
}

/** Maximum number of rows that may be equal, or have identifiers that only the database compares as equal. */
const candidates = 10;

/**
 * The rows with an identifier, as compared by the database, which may also match other identifiers.
 *
 * ```sql
 * select orders.id as "dtRowId", orders.number from orders where orders.id = $1 limit 10
 * ```
 *
 * Around a grouped or distinct query, whose identifier may be made of several rows:
 *
 * ```sql
 * select * from (select … group by …) as page where page."dtRowId" = $1 limit 10
 * ```
 */
export function rowQuery(query: HostQuery, { db, dialect, dtRowId, row }: RowSearch): Builder {
  const matches = query.decomposable
    ? query.builder.where(dialect.hasIdentifier(query.rowId, row))
    : db
        .selectFrom(query.builder.as('page'))
        .selectAll()
        .where(dialect.hasIdentifier(sql.ref(`page.${dtRowId}`), row));

  return matches.limit(sql.lit(candidates)) as unknown as Builder;
}

/**
 * The matching rows with one of some identifiers, as compared by the database.
 *
 * ```sql
 * select orders.id as "dtRowId", orders.number from orders where orders.status = $1 and orders.id in ($2, $3)
 * ```
 */
export function rowsQuery(
  query: HostQuery,
  conditions: readonly Expression<SqlBool>[],
  { db, dialect, dtRowId, rows }: Omit<RowSearch, 'row'> & { readonly rows: readonly string[] },
): Builder {
  const matching = where(query.builder, conditions);
  const matches = query.decomposable
    ? matching.where(dialect.hasIdentifier(query.rowId, ...rows))
    : db
        .selectFrom(matching.as('page'))
        .selectAll()
        .where(dialect.hasIdentifier(sql.ref(`page.${dtRowId}`), ...rows));

  return matches.limit(sql.lit(rows.length * candidates)) as unknown as Builder;
}

export interface ResultClauses {
  readonly conditions: readonly Expression<SqlBool>[];
  readonly order: readonly OrderTerm[];
  readonly resolve: ColumnResolver;
}

type PositionQuery = SelectQueryBuilder<
  AnyDatabase,
  string,
  { readonly place: number | string | bigint | null }
>;

/**
 * The one-based position of a row among the matching rows, in their order; null if it does not match.
 *
 * ```sql
 * select min(page.place) as place from (
 *   select orders.id as "dtRowId", row_number() over (order by orders.placed_at desc, orders.id desc) as place
 *   from orders where orders.status = $1
 * ) as page where page."dtRowId" = $2
 * ```
 */
export function positionQuery(
  query: HostQuery,
  { conditions, order, resolve }: ResultClauses,
  { db, dialect, dtRowId, row }: RowSearch,
): PositionQuery {
  const terms = order.map((term) => dialect.orderItem(resolve(term.source).expression, term));
  const ordered = where(
    query.builder
      .clearSelect()
      .select([
        new ExpressionWrapper(query.rowId.toOperationNode()).as(dtRowId),
        sql<number>`row_number() over (order by ${sql.join(terms)})`.as('place'),
      ])
      .withPlugin(dropUnusedJoins(query.lookups)) as Builder,
    conditions,
  );

  return db
    .selectFrom(ordered.as('page'))
    .select(sql`min(${sql.ref('page.place')})`.as('place'))
    .where(dialect.hasIdentifier(sql.ref(`page.${dtRowId}`), row)) as unknown as PositionQuery;
}
