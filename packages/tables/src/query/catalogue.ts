import type { ColumnKind } from './ColumnKind.ts';
import type { StoredForm } from './StoredForm.ts';
import type { TableName } from './TableName.ts';

/** The structure of the database's tables. */
export interface Catalogue {
  /** The tables and views of the schemas that were read. */
  readonly tables: readonly CatalogueTable[];
  /** Whether the driver returns a column without a zone as a Date in UTC, and not in the process's own zone. */
  readonly datesAreUtc: boolean;
  /** The table that a name in a query refers to; undefined if it does not exist, or its schema was not read. */
  find(name: TableName): CatalogueTable | undefined;
}

export interface CatalogueTable {
  readonly schema: string;
  readonly name: string;
  /** Whether queries find it without naming its schema. */
  readonly isVisible: boolean;
  readonly isView: boolean;
  /** Changes after every change of the columns or the keys; see `CatalogueQueries.versions`. */
  readonly version: string;
  readonly columns: ReadonlyMap<string, CatalogueColumn>;
  readonly indexes: readonly Index[];
  /** Foreign keys that the database enforces for every row at all times; none if it cannot guarantee that. */
  readonly foreignKeys: readonly ForeignKey[];
  /** Columns with an index that finds parts of texts. */
  readonly textIndexed: ReadonlySet<string>;
  /** Whether reading it in full is as fast as by an index. False if unknown. */
  readonly isSmall: boolean;
}

export interface CatalogueColumn {
  readonly kind: ColumnKind;
  /** The database's name of the type; of a domain, the one that it restricts. */
  readonly type: string;
  /** How lists and JSON are stored in it; null for other values. */
  readonly form: StoredForm | null;
  readonly isNullable: boolean;
  /** Digits after the point, where the name of the type has them; values may have more. Null otherwise. */
  readonly scale: number | null;
  /** Columns of one kind compare values equally only if this is equal. */
  readonly comparison: string;
  /** The type, as SQL, that values have to be cast to before they can be compared; null for their own. */
  readonly comparedAs: string | null;
}

/** An ordered index of whole columns, over all rows. */
export interface Index {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface ForeignKey {
  /** Column → column of the referenced table. */
  readonly columns: ReadonlyMap<string, string>;
  readonly references: { readonly schema: string; readonly name: string };
}

/** Number of rows below which reading a whole table is as fast as by an index. */
export const smallTable = 10_000;

/** The name of a table in messages and in records: with its schema if queries need it. */
export function tableLabel({
  schema,
  name,
  isVisible,
}: Pick<CatalogueTable, 'schema' | 'name' | 'isVisible'>): string {
  return isVisible ? name : `${schema}.${name}`;
}
