import type { RawBuilder } from 'kysely';

/**
 * Queries for the database's tables: always those that are found without a schema, and all of the given schemas. System
 * schemas are omitted.
 */
export interface CatalogueQueries {
  tables(schemas: readonly string[]): RawBuilder<CatalogueTableRow>;
  /** Without the columns of the given views. */
  columns(schemas: readonly string[], broken?: readonly NamedTable[]): RawBuilder<CatalogueColumnRow>;
  /**
   * Fails for a view that cannot be read, such as one of a table that was dropped. Null if such a view does not prevent
   * reading the columns of others.
   */
  readonly viewProbe: ((view: NamedTable) => RawBuilder<unknown>) | null;
  /** Columns of all ordered indexes, in order; only indexes of whole columns over all rows. */
  indexColumns(schemas: readonly string[]): RawBuilder<IndexColumnRow>;
  /**
   * The columns of foreign keys that are enforced for every committed row. Null if the database cannot guarantee that.
   */
  readonly foreignKeys: ((schemas: readonly string[]) => RawBuilder<ForeignKeyColumnRow>) | null;
  /** The columns of all declared primary and foreign keys, in their order, whether or not they are enforced. */
  keys(schemas: readonly string[]): RawBuilder<KeyRow>;
  /** Columns with an index that finds parts of texts; null without such indexes. */
  readonly textColumns: ((schemas: readonly string[]) => RawBuilder<TableColumnRow>) | null;
  /**
   * The current versions of some tables, which change with every change of a key. If versions are equal at two moments,
   * the keys existed at all times in between.
   */
  versions(tables: readonly NamedTable[]): RawBuilder<TableVersionRow>;
}

/** Queries for what a database accepts in the columns of one table. */
export interface ColumnRulesQueries {
  columns(table: NamedTable): RawBuilder<ColumnRulesRow>;
  checks(table: NamedTable): RawBuilder<CheckRow>;
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
  /** Null or negative if unknown. */
  readonly row_estimate: number | string | null;
}

export interface TableVersionRow {
  readonly schema_name: string;
  readonly table_name: string;
  /** Null for a table without indexes. */
  readonly version: string | null;
}

export interface TableColumnRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly column_name: string;
}

export interface CatalogueColumnRow extends TableColumnRow {
  /** Of a domain, the type that it restricts. */
  readonly data_type: string;
  /** The type that values have to be cast to before they can be compared; absent or null for their own. */
  readonly compared_as?: string | null;
  readonly is_nullable: Truth;
  /** Collation of texts; null if it is the same for all. */
  readonly collation_name: string | null;
}

export interface ColumnRulesRow {
  readonly column_name: string;
  /** SQL of the default; null without one. */
  readonly default_text: string | null;
  readonly has_default: Truth;
  /** Whether the database numbers the rows in this column. */
  readonly is_automatic: Truth;
  /** Whether no statement can write it. */
  readonly is_generated: Truth;
  /** Whether the table has a trigger that can set columns of a row before it is inserted. */
  readonly may_be_triggered: Truth;
  /** With lengths, such as `varchar(40)`; of a domain, the type that it restricts. */
  readonly full_type: string;
  /** JSON list of an enumeration's values. */
  readonly choices: string | null;
}

/** Its last member is SQL with checks: a constraint, or the statement that creates the table. */
export interface CheckRow {
  /** The column that is called VALUE in a check of its domain; null or absent for checks of a table. */
  readonly column_name?: string | null;
  readonly definition: string;
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

/** A column of a primary key or of a foreign key. */
export interface KeyRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly key_name: string;
  readonly column_name: string;
  /** Null for the primary key. */
  readonly target_schema: string | null;
  readonly target_table: string | null;
  readonly target_column: string | null;
  /**
   * What happens to rows of a foreign key when the referenced row is deleted. Null for a primary key, for a key that a partition
   * has from its table, and for keys that this connection does not enforce.
   */
  readonly delete_rule: 'cascade' | 'restrict' | 'setNull' | 'setDefault' | null;
}
