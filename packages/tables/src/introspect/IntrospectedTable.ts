import type { TableDefinition } from '../definition/defineTable.ts';
import type { DescribedTable } from '../make/DescribedTable.ts';
import type { LeftOut, MadeQuery } from '../make/MadeQuery.ts';
import type { DescribedKey } from '../make/rowIdentity.ts';

export type { LeftOut } from '../make/MadeQuery.ts';

/** What was found in a database. */
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

/** A table or view that can be served as it is: nothing in its definition writes. */
export interface IntrospectedTable {
  /** Unique and safe in addresses: `orders`, or `clinic.doctors` in a schema that queries have to name. The routePrefix. */
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: DescribedTable['kind'];
  /** Ready for `createTables`. */
  readonly definition: TableDefinition;
  /** Column of the template by which people know a row; null where no text column is called like a name. */
  readonly labelColumn: string | null;
  /** What identifies the rows. With `none` they have no lasting identifier, so no page of their own. */
  readonly key: DescribedKey;
  /** Rows of other tables that a row points at. */
  readonly references: readonly TableReference[];
  /** Other tables whose rows point at a row of this one. */
  readonly referencedBy: readonly TableReferrer[];
  readonly leftOut: readonly LeftOut[];
  /** What differs from other tables, in sentences. */
  readonly notes: readonly string[];
  /** What `ejectTable` writes. */
  readonly made: MadeQuery;
}

export interface TableReference {
  readonly columns: readonly string[];
  /** Id of the other table. */
  readonly table: string;
  /** Column of the template that shows what the other row is called; null where none does. */
  readonly label: string | null;
  /**
   * Param of the other table → attribute of this one's rows: a request of the other table with these `params` gets the
   * row. Null where one of the columns is left out.
   */
  readonly params: Readonly<Record<string, string>> | null;
}

export interface TableReferrer {
  /** Id of the other table. */
  readonly table: string;
  /** Columns of the other table. */
  readonly columns: readonly string[];
  /**
   * Param of the other table → attribute of this one's rows: a request of the other table with these `params` gets the
   * rows that point at this one. Null where one of the columns is left out.
   */
  readonly params: Readonly<Record<string, string>> | null;
}
