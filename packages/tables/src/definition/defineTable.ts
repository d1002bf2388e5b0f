import type { Expression, Kysely, SelectQueryBuilder } from 'kysely';
import type { TableRequest } from '../request/TableRequest.ts';
import type { TemplateJson } from '../template/schema.ts';
import type { Relation } from './relation.ts';
import type { TableAction } from './TableAction.ts';

export type RowId = string | number | bigint;

/** What a table's query and row functions may look at. */
export interface TableContext<User = unknown> {
  readonly request: TableRequest;
  /** Who is asking; null on a table without authentication. */
  readonly user: User | null;
  /** IANA time zone in which the request's dates are filtered, shown and written. */
  readonly timeZone: string;
}

/** Key → label. */
export type EnumMap = Readonly<Record<string, string>>;

/** A function of one row; it sees the row before formatting, with relations loaded. */
export type RowFunction<Row, User, Result> = (row: Row, context: TableContext<User>) => Result;

export interface TableOptions<DB, QueryDB, From extends keyof QueryDB, Row, User> {
  /** The table's JSON template, parsed. */
  readonly template: TemplateJson;
  /** Where the template stands, for messages; for example `orders.json`. */
  readonly source?: string;
  /**
   * The rows of the table, as a query builder: not executed, not ordered, not limited. Selects the row
   * identifier `as dtRowId`.
   *
   * A function of `db` alone is called once, and its query serves everybody. A function that takes the context is
   * called for every request: take it where the query depends on the user, the request, the time or anything else.
   *
   * Join what is only looked up with `leftJoin` on a unique key: such a join is left out of counts and of the search for
   * a deep page. On PostgreSQL this also applies to an `innerJoin` by a foreign key that is never null.
   */
  readonly query: (db: Kysely<DB>, context: TableContext<User>) => SelectQueryBuilder<QueryDB, From, Row>;
  /**
   * Columns of the query that together identify a row, as `table.column`. Required where the row identifier is an
   * expression: the order then ends with these columns, and pages are found by them, so the index of the key is used.
   * They must be unique together and never null.
   *
   * An empty list means that rows may be equal. Pages are then never looked up by identifier, and no action can run.
   *
   * ```ts
   * key: ['order_items.order_id', 'order_items.position'],
   * query: (db: Kysely<Database>) =>
   *   db.selectFrom('order_items').select([
   *     sql<string>`concat(${sql.ref('order_items.order_id')}, ',', ${sql.ref('order_items.position')})`.as('dtRowId'),
   *     'order_items.quantity',
   *   ]),
   * ```
   *
   * orders pages by `order by order_items.order_id desc, order_items.position desc`.
   */
  readonly key?: readonly string[];
  /**
   * Column name → SQL of a computed column, by which it is searched, sorted, filtered and summed. The column's `data`, if
   * it has one, is then only the name of its filter.
   */
  readonly expressions?: Readonly<Record<string, Expression<unknown>>>;
  /** Column name → aggregate SQL of a `rawTotal` column. */
  readonly totals?: Readonly<Record<string, Expression<unknown>>>;
  /** Relations loaded for every page, each by one extra query; `group.name` reads from `group`. */
  readonly with?: Readonly<Record<string, Relation>>;
  /** The attributes that the template lists under `appends`. */
  readonly appends?: Readonly<Record<string, RowFunction<Row, User, unknown>>>;
  /** The values of columns tagged `method`. */
  readonly methods?: Readonly<Record<string, RowFunction<Row, User, unknown>>>;
  /** Resource name → what is answered for the value of a column that names it. */
  readonly resources?: Readonly<Record<string, (value: unknown, row: Row) => unknown>>;
  /** Enumerations of this table; they come before the application's. */
  readonly enums?: Readonly<Record<string, EnumMap>>;
  /** Names of the row buttons that apply to a row, sent as `_actions`; all of them when not given. */
  readonly rowActions?: RowFunction<Row, User, readonly string[]>;
  /**
   * CSS classes, sent as `_cssClasses`: a list for the whole row, or column name → class for single cells. Clients
   * of `@enso-ui/tables` understand lists only.
   */
  readonly cssClasses?: RowFunction<Row, User, readonly string[] | Readonly<Record<string, string>>>;
  readonly count?: CountOptions<User>;
  /**
   * Names of params that are filters: name → `table.column` of a filter that the template declares. A value, or a list
   * of values, sent as `params[name]` then does what it does under `filters`.
   */
  readonly filterParams?: Readonly<Record<string, string>>;
  /**
   * Custom actions over all rows that match a request, by the route suffix of their button. See
   * docs/guides/actions.md.
   */
  readonly actions?: Readonly<Record<string, TableAction<DB, NoInfer<Row>, User>>>;
  /** A user for whom `checkQuery` can build the query, where it needs one. */
  readonly checkUser?: User;
  /** Last segment of the init route: `init` by default. */
  readonly initRouteSuffix?: string;
}

export interface CountOptions<User> {
  /**
   * Tables whose changes the kept count follows, whoever makes them, with `cache` in the template. `installRowCounts`
   * prepares them, with the columns that the query's conditions and joins look at; until it has, all rows are counted for
   * each request. Without sources, a kept count lives for its hour.
   */
  readonly sources?: readonly string[];
  /**
   * States that the unfiltered query is all rows of the one source. The engine sees from the query whether it is, and
   * then carries the count forward by the rows created and deleted; `check()` reports a table that states it and is not.
   */
  readonly wholeTable?: boolean;
  /** Part of the cache key where the query depends on the user or the request's params. */
  readonly key?: (context: TableContext<User>) => string;
  /** Answer the database's estimate, marked `estimated`, until the client asks with `forceInfo`. */
  readonly estimate?: boolean;
}

/** A table, ready to be served. Types of rows and user are checked where it is defined, and not carried on. */
export type TableDefinition = TableOptions<AnyDatabase, AnyDatabase, string, AnyRow, unknown>;

export type AnyRow = { dtRowId: RowId } & Record<string, unknown>;
export type AnyDatabase = Record<string, Record<string, unknown>>;

/**
 * Types a table: the query has to return a Kysely select builder whose rows have `dtRowId`, and the row
 * functions get those rows.
 *
 * ```ts
 * export const orders = defineTable({
 *   template: ordersTemplate,
 *   query: (db: Kysely<Database>) =>
 *     db.selectFrom('orders')
 *       .leftJoin('customers', 'customers.id', 'orders.customer_id')
 *       .select(['orders.id as dtRowId', 'orders.number', 'customers.name as customer']),
 * });
 * ```
 */
export function defineTable<
  DB,
  QueryDB,
  From extends keyof QueryDB,
  Row extends { dtRowId: unknown },
  User = unknown,
>(options: TableOptions<DB, QueryDB, From, Row, User>): TableDefinition {
  return Object.freeze({ ...options }) as unknown as TableDefinition;
}
