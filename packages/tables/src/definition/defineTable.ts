import type { Expression, Kysely, SelectQueryBuilder } from 'kysely';
import type { TemplateJson } from '../template/schema.ts';
import { writingOf } from './recordsOf.ts';
import type { TableAction } from './TableAction.ts';
import type { AnyDatabase, AnyRow, RowContext, TableContext } from './TableContext.ts';
import type { TableEdit } from './TableEdit.ts';
import type { TableRecords } from './TableRecords.ts';

/** Key → label. */
export type EnumMap = Readonly<Record<string, string>>;

/** A function of one row; it gets the row before formatting, with relations loaded. */
export type RowFunction<Row, User, Result> = (row: Row, context: RowContext<User>) => Result;

export interface TableOptions<DB, QueryDB, From extends keyof QueryDB, Row, User> {
  /** The table's JSON template, parsed. */
  readonly template: TemplateJson;
  /** File of the template, for messages; for example `orders.json`. */
  readonly source?: string;
  /**
   * The rows of the table, as a query builder: not executed, not ordered, not limited. Selects the row
   * identifier `as dtRowId`.
   *
   * A function of `db` alone is called once, and its query is used for all requests. A function that also takes the context
   * is called for every request: use it if the query depends on the user, the request, the time or anything else.
   *
   * Use `leftJoin` on a unique key for lookups: such a join is omitted from counts and from the search for a deep page. On PostgreSQL this also applies to an `innerJoin` by a foreign key that is never null.
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
  /**
   * Name of a column that shows the name of a record → `table.column` with the record's key: `{ customer:
   * 'orders.customer_id' }`. Rows are then grouped by record, and two records of one name are two groups; clients get the
   * keys. A key of several columns is a list of them, and the group's value their texts separated by commas, with `~0` for
   * `~` and `~1` for `,`. It is known without for columns whose `edit` has `references`, and for the column `name` of a table
   * joined by a unique key. Null groups by the shown value.
   */
  readonly groupKeys?: Readonly<Record<string, string | readonly string[] | null>>;
  /** Column name → aggregate SQL of a `rawTotal` column. */
  readonly totals?: Readonly<Record<string, Expression<unknown>>>;
  /** Relations loaded for every page, each by one extra query; `group.name` reads from `group`. */
  readonly with?: Readonly<Record<string, Relation>>;
  /** The attributes that the template lists under `appends`. */
  readonly appends?: Readonly<Record<string, RowFunction<Row, User, unknown>>>;
  /** The values of columns tagged `method`. */
  readonly methods?: Readonly<Record<string, RowFunction<Row, User, unknown>>>;
  /** Resource name → function that turns the value of a column with that resource into the one that is sent. */
  readonly resources?: Readonly<Record<string, (value: unknown, row: Row) => unknown>>;
  /** Enumerations of this table; they override the application's. */
  readonly enums?: Readonly<Record<string, EnumMap>>;
  /** Names of the row buttons that apply to a row, sent as `_actions`. Defaults to all. */
  readonly rowActions?: RowFunction<Row, User, readonly string[]>;
  /**
   * CSS classes, sent as `_cssClasses`: a list for the whole row, or column name → class for single cells. Clients
   * of `@enso-ui/tables` understand lists only.
   */
  readonly cssClasses?: RowFunction<Row, User, readonly string[] | Readonly<Record<string, string>>>;
  /**
   * Column name → name of the permission without which the column does not exist for a user: it is not shown, not exported, and
   * cannot be searched, sorted, filtered, grouped or edited; the rows lack the attribute of its name. Names with a dot are refused.
   * Defaults to none: all columns exist for all users of the table.
   */
  readonly columnPermissions?: Readonly<Record<string, string>>;
  readonly count?: CountOptions<User>;
  /** Only with `live` in the template. */
  readonly live?: LiveOptions;
  /**
   * Names of params that are filters: name → `table.column` of a filter that the template declares. A value, or a list
   * of values, sent as `params[name]` then does what it does under `filters`.
   */
  readonly filterParams?: Readonly<Record<string, string>>;
  /**
   * Columns, as `table.column`, with keys that a search compares with its words as a whole: texts and whole numbers, which
   * an index finds. Columns tagged `searchable` are searched for parts of their texts.
   */
  readonly searchKeys?: readonly string[];
  /**
   * Custom actions over all rows that match a request, by the route suffix of their button. See
   * docs/guides/actions.md.
   */
  readonly actions?: Readonly<Record<string, TableAction<DB, NoInfer<Row>, User>>>;
  /** How cells of columns tagged `editable` are written. See docs/guides/editing-cells.md. */
  readonly edit?: TableEdit<DB, NoInfer<Row>, User>;
  /** How records are created, changed and deleted. See docs/guides/records.md. */
  readonly records?: TableRecords<DB, NoInfer<Row>, User>;
  /** A user for whom `checkTables` can build the query, if it needs one. */
  readonly checkUser?: User;
  /** Last segment of the init route: `init` by default. */
  readonly initRouteSuffix?: string;
}

export interface LiveOptions {
  /**
   * The tables on which the rows depend, by their names in the database. A host that is notified of changes of these
   * tables notifies the pages of this one, which otherwise poll every 1.5 seconds. For the service, call
   * `installTableEvents` for the same tables. See docs/guides/live-rows.md.
   */
  readonly sources: readonly string[];
}

export interface CountOptions<User> {
  /**
   * Tables whose changes the cached count follows, if the template has `cache`. Run `installRowCounts` for them, with the
   * columns that the query's conditions and joins use; before that, all rows are counted for each request. Without
   * sources, a count is cached for an hour.
   */
  readonly sources?: readonly string[];
  /**
   * States that the unfiltered query returns all rows of its one source. The engine derives this from the query, and then
   * updates the count by the rows created and deleted; `checkTables` reports a table for which the statement is wrong.
   */
  readonly wholeTable?: boolean;
  /** Part of the cache key where the query depends on the user or the request's params. */
  readonly key?: (context: TableContext<User>) => string;
  /** Return the database's estimate, marked `estimated`, unless the client sends `forceInfo`. */
  readonly estimate?: boolean;
}

/** A table, ready to be served. The types of rows and user are checked in `defineTable` only. */
export type TableDefinition = TableOptions<AnyDatabase, AnyDatabase, string, AnyRow, unknown>;

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
  const definition = options as unknown as TableDefinition;

  return Object.freeze({ ...definition, ...writingOf(definition) });
}

/** A one-to-one relation, read for all rows of a page by one query. */
export interface Relation {
  readonly table: string;
  /** Column of the related table that is matched; unique there. */
  readonly relatedKey: string;
  /** Attribute of the row that is matched. Rows without it get null. */
  readonly rowKey: string;
  /** Columns of the related record to return. Defaults to all. */
  readonly columns?: readonly string[];
}

/** The row has the foreign key: `belongsTo('countries', { foreignKey: 'country_id' })`. */
export function belongsTo(
  table: string,
  options: { foreignKey: string; ownerKey?: string; columns?: readonly string[] },
): Relation {
  return {
    table,
    rowKey: options.foreignKey,
    relatedKey: options.ownerKey ?? 'id',
    ...(options.columns && { columns: options.columns }),
  };
}

/** The related record has the foreign key: `hasOne('avatars', { foreignKey: 'user_id' })`. */
export function hasOne(
  table: string,
  options: { foreignKey: string; localKey?: string; columns?: readonly string[] },
): Relation {
  return {
    table,
    rowKey: options.localKey ?? 'dtRowId',
    relatedKey: options.foreignKey,
    ...(options.columns && { columns: options.columns }),
  };
}
