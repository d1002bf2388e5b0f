import type { ColumnKind, TableName } from '@rowhouse/tables/internal';

import type { TableRow } from './structure.ts';

/** Tables of a database, as needed for generating templates. */
export interface DescribedDatabase {
  readonly tables: readonly DescribedTable[];
  /** Finds a table by schema and name. */
  find(name: NamedTable): DescribedTable | undefined;
}

export type NamedTable = { readonly [Part in keyof TableName]: string };

export interface DescribedTable extends NamedTable {
  readonly kind: TableRow['kind'];
  /** Whether queries find it without naming its schema. */
  readonly isVisible: boolean;
  readonly isReadable: boolean;
  /** Whether it belongs to a partitioned table, whose rows include its own. */
  readonly isPartition: boolean;
  /** Whether other tables inherit from it, whose rows it includes and to which its keys do not apply. */
  readonly isInherited: boolean;
  /** A materialized view that was never refreshed. */
  readonly isUnfilled: boolean;
  readonly columns: readonly DescribedColumn[];
  /** Several columns whose values together occur several times in most rows. */
  readonly repeatedNames: readonly (readonly string[])[];
  /** Columns that no query can name, because a plugin renames columns; they are not in `columns`. */
  readonly unnamed: readonly LeftOut[];
  /** Columns of the primary key, in order; empty without one. */
  readonly primaryKey: readonly string[];
  /** Columns of unique indexes without nulls, the shortest first. */
  readonly uniqueKeys: readonly (readonly string[])[];
  /** Columns of each unique index and of the primary key; nulls may repeat. */
  readonly uniqueIndexes: readonly (readonly string[])[];
  /** SQLite's name for the row number; null if rows have none. */
  readonly rowid: string | null;
  readonly foreignKeys: readonly DescribedForeignKey[];
  /** First columns of indexes. */
  readonly indexed: ReadonlySet<string>;
  /** Estimated number of rows; null if unknown. */
  readonly rowEstimate: number | null;
}

export interface DescribedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The database's name of the type. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly isReadable: boolean;
  /** Whether the database has an order of its values, and so tells equal ones. */
  readonly isOrdered: boolean;
  /** Values of an enumerated type. */
  readonly values: readonly string[] | null;
  /** All values of a text column with few distinct ones, by the statistics of the database. */
  readonly list: readonly string[] | null;
  /** Whether most of its values occur several times; null if that is not known. */
  readonly isRepeated: boolean | null;
  /** Digits after the decimal separator, negative before it; null where they are not declared. */
  readonly scale: number | null;
}

export interface DescribedForeignKey {
  readonly columns: readonly string[];
  readonly target: NamedTable;
  /** Columns of the target, in the order of `columns`. */
  readonly targetColumns: readonly string[];
}

/** A column that a table does not show. */
export interface LeftOut {
  readonly column: string;
  /** A sentence with its remedy, without a subject. */
  readonly reason: string;
}
