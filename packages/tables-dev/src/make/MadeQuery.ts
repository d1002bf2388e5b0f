import type { DescribedColumn, DescribedTable, LeftOut } from './DescribedTable.ts';
import type { DescribedKey, RowIdentity } from './rowIdentity.ts';
import type { SqlText } from './SqlText.ts';
import { isPlainName } from './words.ts';

/** The parts of a definition, both of a served and of a generated one. */
export interface MadeQuery extends RowIdentity {
  readonly table: DescribedTable;
  /** Name of the table in the query. */
  readonly alias: string;
  readonly keyOfRows: DescribedKey;
  readonly joins: readonly MadeJoin[];
  readonly columns: readonly MadeColumn[];
  /** Filters of columns that are not `filterable`. */
  readonly filters: readonly Readonly<Record<string, unknown>>[];
  /** Name of a param → `table.column`. */
  readonly filterParams: Readonly<Record<string, string>>;
  /** Name → value → label. */
  readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns of the template that together name a row: without a name those of its key; none without a key. */
  readonly labelColumns: readonly string[];
  /** Columns as `table.column` that a search compares with its words as a whole. */
  readonly searchKeys: readonly string[];
  /** Whether rows are sorted by descending keys. */
  readonly isNewestFirst: boolean;
  readonly leftOut: readonly LeftOut[];
  readonly countsByEstimate: boolean;
}

/** A column of the template with its selection in the query. */
export interface MadeColumn {
  /** The column of the table; null for one of a joined table. */
  readonly name: string | null;
  readonly template: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly selection: SqlText;
  /** The expression for searching and sorting, if it differs from `data`. */
  readonly expression: SqlText | null;
  /** `table.column` with the keys of the records that the column names; null if it names none. */
  readonly record: RecordKey | null;
}

export interface MadeJoin {
  readonly table: DescribedTable;
  readonly alias: string;
  /** Column of the joined table, and `table.column` that it is joined to. */
  readonly on: readonly (readonly [column: string, from: string])[];
  /** Columns that the query reads. */
  readonly reads: readonly DescribedColumn[];
}

/** A record's key in `groupKeys` of the definition: one `table.column`, or several. */
export type RecordKey = string | readonly string[];

/** The key by which a table is joined; null if the names of its columns are no references. */
export function keyOfJoin({ alias, on }: Pick<MadeJoin, 'alias' | 'on'>): RecordKey | null {
  if (!on.every(([column]) => isPlainName(column))) return null;
  const [first, ...others] = on.map(([column]) => `${alias}.${column}`);
  if (first === undefined) return null;

  return others.length === 0 ? first : [first, ...others];
}
