import type { TableDefinition } from '@rowhouse/tables';
import type { DescribedTable, LeftOut } from '../make/DescribedTable.ts';
import type { MadeQuery } from '../make/MadeQuery.ts';
import type { DescribedKey } from '../make/rowIdentity.ts';

export type { LeftOut } from '../make/DescribedTable.ts';

/** The result of reading a database. */
export interface Introspection {
  /** By schema and name. */
  readonly tables: readonly IntrospectedTable[];
  /** Tables that are not served, each with the reason. */
  readonly notes: readonly IntrospectionNote[];
}

/** Why a table is not served. */
export interface IntrospectionNote {
  /** As queries name it: `orders`, or `clinic.doctors`. */
  readonly table: string;
  readonly reason: string;
  readonly remedy: string;
}

/** A table or view that can be served unchanged; its definition writes nothing. */
export interface IntrospectedTable {
  /** Unique and safe in addresses: `orders`, or `clinic.doctors` in a schema that queries have to name. The routePrefix. */
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: DescribedTable['kind'];
  /** Ready for `createTables`. */
  readonly definition: TableDefinition;
  /** Columns of the template that together name a row: without a name those of its key; none without a key. */
  readonly labelColumns: readonly string[];
  /** What identifies the rows. With `none` they have no permanent identifier, and so no page of their own. */
  readonly key: DescribedKey;
  /** Rows of other tables that a row references. */
  readonly references: readonly TableReference[];
  /** Other tables whose rows reference rows of this one. */
  readonly referencedBy: readonly TableReferrer[];
  readonly leftOut: readonly LeftOut[];
  /** Differences from other tables; sentences. */
  readonly notes: readonly string[];
  /** Input of `ejectTable`. */
  readonly made: MadeQuery;
}

export interface TableReference {
  readonly columns: readonly string[];
  /** Id of the other table. */
  readonly table: string;
  /** Column of the template with the display name of the referenced row; null if there is none. */
  readonly label: string | null;
  /**
   * Param of the other table → attribute of this one's rows: a request of the other table with these `params` returns
   * the row. Null if one of the columns is left out.
   */
  readonly params: Readonly<Record<string, string>> | null;
}

export interface TableReferrer {
  /** Id of the other table. */
  readonly table: string;
  /** Columns of the other table. */
  readonly columns: readonly string[];
  /**
   * Param of the other table → attribute of this one's rows: a request of the other table with these `params` returns
   * the rows that reference this one. Null if one of the columns is left out.
   */
  readonly params: Readonly<Record<string, string>> | null;
}
