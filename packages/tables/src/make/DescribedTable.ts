import type { ColumnKind } from '../query/dialects/Dialect.ts';
import type { TableName } from '../query/TableName.ts';
import type { LeftOut } from './MadeQuery.ts';
import type { TableRow } from './structure.ts';

/** Tables of a database, as far as templates can be made from them. */
export interface DescribedDatabase {
  readonly tables: readonly DescribedTable[];
  /** A table by its schema and name. */
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
  /** Whether other tables inherit from it, whose rows it includes and for which its keys do not hold. */
  readonly isInherited: boolean;
  /** A materialized view that was never filled. */
  readonly isUnfilled: boolean;
  readonly columns: readonly DescribedColumn[];
  /** Columns that no query can name, since a plugin of the database renames; they are not among `columns`. */
  readonly unnamed: readonly LeftOut[];
  /** Columns of the primary key, in its order; empty where there is none. */
  readonly primaryKey: readonly string[];
  /** Columns of indexes that are unique and never null, the shortest first. */
  readonly uniqueKeys: readonly (readonly string[])[];
  /** Columns of each unique index and of the primary key; a null in one of them may come more than once. */
  readonly uniqueIndexes: readonly (readonly string[])[];
  /** SQLite's name for the number that each row has; null where rows have none. */
  readonly rowid: string | null;
  readonly foreignKeys: readonly DescribedForeignKey[];
  /** Columns by which an index begins. */
  readonly indexed: ReadonlySet<string>;
  /** Rows by the statistics of the database; null where it has none. */
  readonly rowEstimate: number | null;
}

export interface DescribedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The database's own word. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly isReadable: boolean;
  /** Values of an enumerated type. */
  readonly values: readonly string[] | null;
  /** All values of a text column with few of them, by the statistics of the database. */
  readonly list: readonly string[] | null;
  /** Digits after the decimal separator; null where they are not declared. */
  readonly scale: number | null;
}

export interface DescribedForeignKey {
  readonly columns: readonly string[];
  readonly target: NamedTable;
  /** Columns of the target, in the order of `columns`. */
  readonly targetColumns: readonly string[];
}
