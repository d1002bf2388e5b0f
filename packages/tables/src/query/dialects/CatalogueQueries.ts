import type { RawBuilder } from 'kysely';

/**
 * How a database is asked for its own tables: always those that queries find without naming a schema, and all of the
 * given schemas. Schemas of the system are left out.
 */
export interface CatalogueQueries {
  tables(schemas: readonly string[]): RawBuilder<CatalogueTableRow>;
  /** Without those of the given views. */
  columns(schemas: readonly string[], broken?: readonly NamedTable[]): RawBuilder<CatalogueColumnRow>;
  /**
   * Fails for a view that cannot be read, such as one of a table that was dropped. Null where such a view does not make
   * reading the columns of all others fail.
   */
  readonly viewProbe: ((view: NamedTable) => RawBuilder<unknown>) | null;
  /** Columns of all ordered indexes, in their order; only indexes of whole columns over all rows. */
  indexColumns(schemas: readonly string[]): RawBuilder<IndexColumnRow>;
  /**
   * The columns of foreign keys that hold for every row that any transaction commits. Null where the database cannot
   * promise that.
   */
  readonly foreignKeys: ((schemas: readonly string[]) => RawBuilder<ForeignKeyColumnRow>) | null;
  /** Columns of which an index finds parts of texts; null where there are no such indexes. */
  readonly textColumns: ((schemas: readonly string[]) => RawBuilder<TableColumnRow>) | null;
  /**
   * The versions of some tables as they are now: another after every change of a key. Equal versions at two moments
   * say that the keys held between them, too.
   */
  versions(tables: readonly NamedTable[]): RawBuilder<TableVersionRow>;
}

export interface NamedTable {
  readonly schema: string;
  readonly name: string;
}

type Truth = boolean | number | string;

export interface CatalogueTableRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly is_visible: Truth;
  readonly is_view: Truth;
  /** Null or negative while nothing is known. */
  readonly row_estimate: number | string | null;
}

export interface TableVersionRow {
  readonly schema_name: string;
  readonly table_name: string;
  /** Null for a table without any index. */
  readonly version: string | null;
}

export interface TableColumnRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly column_name: string;
}

export interface CatalogueColumnRow extends TableColumnRow {
  readonly data_type: string;
  readonly is_nullable: Truth;
  /** What texts are compared by; null where that is the same for all. */
  readonly collation_name: string | null;
}

export interface IndexColumnRow extends TableColumnRow {
  readonly index_name: string;
  readonly is_unique: Truth;
}

export interface ForeignKeyColumnRow extends TableColumnRow {
  readonly key_name: string;
  readonly target_schema: string;
  readonly target_table: string;
  readonly target_column: string;
}
