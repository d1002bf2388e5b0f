import type { ComparisonOperator, GroupStep } from '@rowhouse/table-protocol';
import type { CompiledQuery, Expression, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { AnyDatabase, AnyRow } from '../../definition/defineTable.ts';
import type { OrderTerm } from '../../plan/QueryPlan.ts';
import type { ListPart } from '../actionTables.ts';
import type { CountSource } from '../CountSource.ts';
import type { QueryRunner } from '../cancellable.ts';
import type { Builder, HostQuery } from '../HostQuery.ts';
import type { CatalogueQueries } from './CatalogueQueries.ts';

type Column = Expression<unknown>;

/** What differs between the databases. Every dialect folder has the same files; nothing outside asks which one it is. */
export interface Dialect {
  readonly name: 'postgres' | 'mysql' | 'sqlite';
  /** Maps the name of a type, without its length, as the catalogue has it. */
  columnKind(dataType: string): ColumnKind;
  readonly catalogue: CatalogueQueries;
  like(column: Column, kind: ColumnKind, operator: ComparisonOperator, match: LikeMatch): Expression<SqlBool>;
  /** One item of an ORDER BY list. */
  orderItem(column: Column, term: Pick<OrderTerm, 'direction' | 'nulls'>): RawBuilder<unknown>;
  /** Makes a checked decimal string comparable with a column. */
  number(value: string, kind: ColumnKind): RawBuilder<unknown>;
  boolean(value: boolean, kind: ColumnKind): boolean | number;
  /** Whether a row has the identifier of one of the texts; others may be found, too, where the database compares loosely. */
  hasIdentifier(rowId: Column, ...texts: readonly string[]): Expression<SqlBool>;
  /** Makes a date column comparable with what `instant` or a `YYYY-MM-DD` text gives. */
  dateColumn(column: Column, kind: ColumnKind): Column;
  /** A point in time, comparable with `dateColumn`; `kind` is not `date`. */
  instant(value: Date, kind: ColumnKind): string;
  /** Reads noon of 2000-07-01 in UTC from a column without a zone, to see how the driver gives it. */
  readonly clockProbe: RawBuilder<{ readonly probe: unknown }>;
  /**
   * The exact sum as text, null over no values, and as a number that the database adds up and compares; `scale` decimal
   * digits are to be shifted out of both.
   */
  sum(
    column: Column,
    kind: ColumnKind,
  ): {
    readonly text: RawBuilder<string | null>;
    readonly number: RawBuilder<unknown>;
    readonly scale: number;
  };
  /** For what is requested instead of rows. */
  readonly summaries: {
    /** A value as text or as a number, which identifies it. */
    text(column: Column): RawBuilder<string | null>;
    /** The first day of the step in which a date is, in a time zone; `kind` is one of dates. */
    step(column: Column, kind: ColumnKind, unit: GroupStep, timeZone: string): RawBuilder<unknown>;
    /** That day as `YYYY-MM-DD`. */
    stepText(day: Column): RawBuilder<string | null>;
    /** Whether two keys are the same, as GROUP BY sees it: null is itself. By a join that does not compare every pair. */
    same(a: Column, b: Column): Expression<SqlBool>;
    /** Whether GROUP BY takes several sets of columns. */
    readonly groupingSets: boolean;
  };
  /** Rows that the database expects of a query, without running it; null when it cannot say. */
  estimateRows(db: Kysely<AnyDatabase>, query: HostQuery, run: QueryRunner): Promise<number | null>;
  /** Opens one instant of the database, for reading more rows than memory holds. */
  readonly openRowSnapshot: OpenRowSnapshot;
  /** DDL that makes the changes of a source known; each statement may be run again. */
  readonly rowCounts: {
    install(source: CountSource): readonly RawBuilder<unknown>[];
    remove(source: CountSource): readonly RawBuilder<unknown>[];
    /** Adds what partitions created or attached since `install` lack; nothing where there are no partitions. */
    followParts(source: CountSource): readonly RawBuilder<unknown>[];
    /** The state of some records as a scalar, `changes:net:pending:epoch`; null when one of them is not installed. */
    reading(records: readonly string[]): RawBuilder<string | null>;
    /**
     * Names the statement's snapshot: two statements with the same name see the same rows of every table. It costs
     * nothing, and changes with every commit in the database. Null where there is no such name.
     */
    readonly snapshot: RawBuilder<string | null> | null;
    /** Ends a SELECT that locks the rows it reads; empty where a transaction locks out other writers anyway. */
    readonly lock: 'for update' | '';
  };
  /** In DDL: the type of a text of some 64 kB, and the end of CREATE TABLE with which texts are compared exactly. */
  readonly exactTexts: { readonly long: RawBuilder<unknown>; readonly tableEnd: RawBuilder<unknown> };
  /** What the runs of actions keep in the database; the statements of `install` may be run again. */
  readonly actionRuns: {
    readonly install: readonly RawBuilder<unknown>[];
    /** Of the transactions in which rows are listed and handled; null: the application's default. */
    readonly isolation: 'read committed' | null;
    /** Aggregates the identifiers of a list, in the order of their places, as JSON text. */
    listOf(place: Column, rowId: Column): RawBuilder<string>;
    /** The keys of a list, in order; null for rows without an identifier. */
    readList<DB>(db: Kysely<DB>, run: number, list: number): Promise<(string | null)[]>;
    /** The text of an identifier, equal to its key in the list. */
    keyOf(rowId: Column): RawBuilder<string>;
    /** Whether `isListed` holds for no row whose identifier the database takes for another value. */
    readonly exact: boolean;
    /** Whether a row is in a part of a list, whose keys are given; for others only by a loose comparison. */
    isListed(rowId: Column, keys: readonly string[], part: ListPart): Expression<SqlBool>;
    /** Lets a query of some listed rows look joined rows up, rather than read whole tables for them. */
    lookingUp(rows: Builder): Builder;
    /** Whether an UPDATE returns columns of the rows that it wrote. */
    readonly returnsWritten: boolean;
  };
}

/** Literal text, open or closed at either end. */
export interface LikeMatch {
  readonly text: string;
  readonly openStart: boolean;
  readonly openEnd: boolean;
}

/** What a column holds, as far as queries care; `other` also when it is not known. */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'other';

/** One instant of the database, in which any number of rows can be read. Always closed by who opened it. */
export interface RowSnapshot {
  /** Answers a query in the snapshot, while no rows are being read. Ends as `rows` does when it is aborted. */
  read<Row>(query: CompiledQuery<Row>, signal?: AbortSignal): Promise<Row[]>;
  /** Reads beside the rows: in the same snapshot, but on MySQL, whose stream keeps its connection, as things are then. */
  readonly beside: Kysely<AnyDatabase>;
  /**
   * The rows of a query, at most `size` at a time, in its order. Memory holds two such chunks. Once only.
   * Rejects with the signal's reason when it is aborted, and ends the statement that runs in the database.
   */
  rows(query: CompiledQuery<AnyRow>, size: number, signal?: AbortSignal): AsyncGenerator<AnyRow[]>;
  close(): Promise<void>;
}

/** `onError` is told of a statement that could not be ended. */
export type OpenRowSnapshot = (
  db: Kysely<AnyDatabase>,
  onError?: (error: unknown) => void,
) => Promise<RowSnapshot>;
