import type { ComparisonOperator, GroupStep } from '@rowhouse/table-protocol/internal';
import type { CompiledQuery, Expression, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { AnyDatabase, AnyRow } from '../../definition/TableContext.ts';
import type { OrderTerm } from '../../plan/QueryPlan.ts';
import type { ListRange } from '../actionTables.ts';
import type { ColumnKind } from '../ColumnKind.ts';
import type { CountSource } from '../CountSource.ts';
import type { QueryRunner } from '../cancellable.ts';
import type { CatalogueColumn } from '../catalogue.ts';
import type { Builder, HostQuery } from '../HostQuery.ts';
import type { StoredForm } from '../StoredForm.ts';
import type { CatalogueQueries, ColumnRulesQueries } from './CatalogueQueries.ts';

type Column = Expression<unknown>;

/**
 * Differences between the databases. Every dialect folder has the same files; no code outside checks which one it is.
 */
export interface Dialect {
  readonly name: 'postgres' | 'mysql' | 'sqlite';
  /** Whether a column may contain values of other types than its own. */
  readonly isLoose: boolean;
  /** Types of JSON that drivers parse. */
  readonly jsonTypes: readonly string[];
  /** Maps the name of a type, without its length, as in the catalogue. */
  columnKind(dataType: string): ColumnKind;
  /** How columns of such a type store lists and JSON; null for other types. */
  storedForm(dataType: string): StoredForm | null;
  readonly catalogue: CatalogueQueries;
  readonly columnRules: ColumnRulesQueries;
  like(column: Column, kind: ColumnKind, operator: ComparisonOperator, match: LikeMatch): Expression<SqlBool>;
  /** One item of an ORDER BY list. */
  orderItem(column: Column, term: Pick<OrderTerm, 'direction' | 'nulls'>): RawBuilder<unknown>;
  /** What the values of a column are compared by: what its cells show. */
  comparedColumn(column: Column, stored: Pick<CatalogueColumn, 'type' | 'comparedAs'>): Column;
  /** Makes a decimal text, for a `decimal` of at most `decimalDigits`, or one of `specialNumbers` comparable with a column. */
  number(value: string, kind: ColumnKind): RawBuilder<unknown>;
  /** Maximum digits of a decimal, all and those after the point. */
  readonly decimalDigits: { readonly all: number; readonly afterPoint: number };
  /** What columns of numbers may have besides decimals; none of them is in a column of kind `integer` unless `isLoose`. */
  readonly specialNumbers: readonly string[];
  boolean(value: boolean, kind: ColumnKind): boolean | number;
  /** Whether a column is true or false, as `booleanOf` reads it. */
  isTruth(column: Column, kind: ColumnKind, value: boolean): Expression<SqlBool>;
  /** Whether a row has one of the identifiers, given as texts; may match others if the database compares loosely. */
  hasIdentifier(rowId: Column, ...texts: readonly string[]): Expression<SqlBool>;
  /** The columns that identify a record, of any type, for locking and writing it. */
  readonly recordIds: {
    /** A text that only equal values have; null without a value. `stored` is undefined for SQLite's number of the row. */
    text(column: Column, stored: CatalogueColumn | undefined): RawBuilder<string | null>;
    /** Whether a column has the value of one of such texts. */
    is(column: Column, ids: readonly string[], stored: CatalogueColumn | undefined): Expression<SqlBool>;
    /** The value of such a text, to be written to a column. */
    value(text: string, stored: CatalogueColumn): RawBuilder<unknown>;
    /** Such a text of a column of texts, as the driver returns it. */
    plainText(text: string): string;
  };
  readonly inserts: {
    /** Lets an INSERT give values to columns that the database numbers. */
    readonly overriding: RawBuilder<unknown>;
    /** What follows the table in an INSERT of defaults only. */
    readonly empty: RawBuilder<unknown>;
    /** The number that the database gave the session's last row; null where an INSERT returns columns of its row. */
    readonly lastNumber: RawBuilder<unknown> | null;
    /** Whether a number is one of those that the database gave the rows of the session's last INSERT; null as above. */
    readonly areLast: ((column: Column, rows: number) => RawBuilder<SqlBool>) | null;
    /** Whether VALUES takes the word DEFAULT. */
    readonly hasDefaultWord: boolean;
    /** Parameters of a statement at most. */
    readonly mostParameters: number;
    /** What follows the columns of an INSERT of rows that are given as texts; null for types that it does not read. */
    readonly textRows:
      | ((
          columns: readonly TextColumn[],
          rows: readonly (readonly (string | null)[])[],
        ) => RawBuilder<unknown> | null)
      | null;
  };
  /** Makes a date column comparable with the result of `instant`, or with a `YYYY-MM-DD` text. */
  dateColumn(column: Column, kind: ColumnKind): Column;
  /** A date column, null where its value is no day of the years 1 to 9999. */
  calendarDate(column: Column): RawBuilder<unknown>;
  /** A point in time, comparable with `dateColumn`; `kind` is not `date`. */
  instant(value: Date, kind: ColumnKind): string;
  /** A timestamp without a zone, at noon in UTC: shows how the driver returns them. */
  readonly clockProbe: RawBuilder<{ readonly probe: unknown }>;
  sum(column: Column, kind: ColumnKind): Sum;
  /** For facets, groups and statistics. */
  readonly summaries: {
    /** A value as text or as a number that identifies it. */
    text(column: Column): RawBuilder<string | null>;
    /** Texts separated by commas; null if one of them is. */
    joined(texts: readonly Column[]): RawBuilder<string | null>;
    /** A column of booleans with one value for true and one for false. */
    truth(column: Column, kind: ColumnKind): RawBuilder<unknown>;
    /**
     * The first day of the step that contains a date, in a time zone; `kind` is a date type. Null as of `calendarDate`.
     */
    step(column: Column, kind: ColumnKind, unit: GroupStep, timeZone: string): RawBuilder<unknown>;
    /** That day as `YYYY-MM-DD`. */
    stepText(day: Column): RawBuilder<string | null>;
    /** A value of any type, comparable with others and with an empty text. */
    comparable(column: Column): RawBuilder<unknown>;
    /** Whether two keys are equal as in GROUP BY: null equals null. As a join that does not compare every pair. */
    same(a: Column, b: Column): Expression<SqlBool>;
    /** Whether GROUP BY supports several sets of columns. */
    readonly groupingSets: boolean;
  };
  /** Estimated number of rows of a query, without running it; null if there is no estimate. */
  estimateRows(db: Kysely<AnyDatabase>, query: HostQuery, run: QueryRunner): Promise<number | null>;
  /** Opens a snapshot of the database, for reading more rows than fit into memory. */
  readonly openRowSnapshot: OpenRowSnapshot;
  /** The schemas in which functions of `rowCounts` look up names, as SQL; null without functions. */
  readonly functionSchemas: RawBuilder<{ readonly schemas: string }> | null;
  /** DDL that records the changes of a source; each statement can be repeated. `schemas`: see `functionSchemas`. */
  readonly rowCounts: {
    install(source: CountSource, schemas: string): readonly RawBuilder<unknown>[];
    remove(source: CountSource): readonly RawBuilder<unknown>[];
    /** Adds what partitions created or attached since `install` lack; nothing without partitions. */
    followPartitions(source: CountSource): readonly RawBuilder<unknown>[];
    /** The state of some records as a scalar, `changes:net:pending:epoch`; null if one of them is not installed. */
    reading(records: readonly string[]): RawBuilder<string | null>;
    /**
     * Identifies the statement's snapshot: two statements with the same name see the same rows of every table. It is
     * cheap, and changes with every commit in the database. Null if the database has no such name.
     */
    readonly snapshot: RawBuilder<string | null> | null;
    /** End of a SELECT that locks the rows it reads; empty if a transaction locks out other writers anyway. */
    readonly lock: 'for update' | '';
  };
  /** For DDL: the type of a text of about 64 kB, and the end of CREATE TABLE for exact comparison of texts. */
  readonly exactTexts: { readonly long: RawBuilder<unknown>; readonly tableEnd: RawBuilder<unknown> };
  /** Keeping rows as they were, and writing them so again. */
  readonly changedRows: {
    /**
     * A statement that runs an UPDATE and keeps the rows that it changes in `rowhouse_changed_rows`; the UPDATE returns `key`, and
     * `before0` and `after0` and so on of its columns. Null if it takes several statements.
     */
    readonly keepWritten:
      | ((
          update: RawBuilder<{ readonly key: string }>,
          change: string,
          columns: number,
        ) => RawBuilder<{ readonly key: string }>)
      | null;
    /** Column → its type as SQL, for `updateEach`; empty if that converts texts by itself. */
    columnTypes<DB>(
      db: Kysely<DB>,
      table: { readonly schema: string; readonly name: string },
    ): Promise<ReadonlyMap<string, string>>;
    /** Sets columns of records, each to values of its own. */
    updateEach(update: TextUpdate): RawBuilder<unknown>;
  };
  /** Storage of imports; the statements of `install` can be repeated. */
  readonly importRuns: { readonly install: readonly RawBuilder<unknown>[] };
  /** Storage of action runs; the statements of `install` can be repeated. */
  readonly actionRuns: {
    readonly install: readonly RawBuilder<unknown>[];
    /**
     * Isolation level of the transactions in which rows are listed and processed; null for the application's default.
     */
    readonly isolation: 'read committed' | null;
    /** Aggregates the identifiers of a list, in the order of their positions, as JSON text. */
    listOf(place: Column, rowId: Column): RawBuilder<string>;
    /** The keys of a list, in order; null for rows without an identifier. */
    readList<DB>(db: Kysely<DB>, run: number, list: number): Promise<(string | null)[]>;
    /** The text of an identifier, equal to its key in the list. */
    keyOf(rowId: Column): RawBuilder<string>;
    /** Whether `isListed` never matches a row whose identifier only compares as equal. */
    readonly exact: boolean;
    /** Whether a row is in a part of a list, given by its keys; may match others if the database compares loosely. */
    isListed(rowId: Column, keys: readonly string[], range: ListRange): Expression<SqlBool>;
    /** Lets a query of some listed rows look up joined rows instead of reading whole tables. */
    lookingUp(rows: Builder): Builder;
    /** Whether an UPDATE can return columns of the rows that it wrote. */
    readonly returnsWritten: boolean;
  };
}

/** A column whose values are given as texts. */
export interface TextColumn {
  readonly kind: ColumnKind;
  /** As in the catalogue. */
  readonly type: string;
}

/** Records with their values, as texts of `recordIds`. */
export interface TextUpdate {
  readonly table: RawBuilder<unknown>;
  /** Whether a record of the table is one of `rows`; may match others if the database compares loosely. */
  readonly records: RawBuilder<SqlBool>;
  readonly ids: readonly { readonly column: string; readonly stored: CatalogueColumn | undefined }[];
  readonly set: readonly { readonly column: string; readonly stored: CatalogueColumn }[];
  /** Of `columnTypes`. */
  readonly types: ReadonlyMap<string, string>;
  /** Further assignments. */
  readonly raised: readonly RawBuilder<unknown>[];
  readonly rows: readonly {
    readonly ids: readonly string[];
    readonly values: readonly (string | null)[];
  }[];
}

/** The exact sum of a column. */
export interface Sum {
  /** Aggregates; those of groups can be added. */
  readonly aggregates: readonly Column[];
  /** What `sumOf` reads: null without values, and no number if there is no exact sum. */
  text(aggregates: readonly Column[]): RawBuilder<string | number | null>;
  /** As a number, for comparing sums in the database. */
  amount(aggregates: readonly Column[]): RawBuilder<unknown>;
}

/** Literal text with optional wildcards at its ends. */
export interface LikeMatch {
  readonly text: string;
  readonly openStart: boolean;
  readonly openEnd: boolean;
}

/** A snapshot of the database for reading any number of rows. Always closed by the caller that opened it. */
export interface RowSnapshot {
  /** Runs a query in the snapshot while no rows are being read. Aborted like `rows`. */
  read<Row>(query: CompiledQuery<Row>, signal?: AbortSignal): Promise<Row[]>;
  /**
   * Reads while rows are being read: in the same snapshot, except on MySQL, whose stream blocks its connection, so that
   * current data is read.
   */
  readonly beside: Kysely<AnyDatabase>;
  /**
   * The rows of a query, at most `size` at a time, in its order. At most two chunks are in memory. Can be called once.
   * When aborted, rejects with the signal's reason, and cancels the statement in the database.
   */
  rows(query: CompiledQuery<AnyRow>, size: number, signal?: AbortSignal): AsyncGenerator<AnyRow[]>;
  close(): Promise<void>;
}

/** `onError` receives the error if a statement could not be cancelled. */
export type OpenRowSnapshot = (
  db: Kysely<AnyDatabase>,
  onError?: (error: unknown) => void,
) => Promise<RowSnapshot>;
