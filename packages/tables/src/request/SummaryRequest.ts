import type { FilterType, SortDirection } from '@rowhouse/table-protocol';
import type { FilterValue, GroupStep } from '@rowhouse/table-protocol/internal';

/** What a request reads instead of rows. With a complete group path, it reads the rows of that group. */
export type SummaryRequest =
  | { readonly kind: 'facets'; readonly facets: readonly FacetRequest[] }
  | { readonly kind: 'statistics' /** Name of a column. */; readonly column: string }
  | { readonly kind: 'changes'; readonly shown: readonly ShownRequest[] }
  | { readonly kind: 'related' /** Identifier of the row that others refer to. */; readonly row: string }
  | NamesRequest
  | GroupsRequest;

export interface NamesRequest {
  readonly kind: 'names';
  /** Each must occur in the name, or equal the identifier; empty for all rows. */
  readonly terms: readonly string[];
  readonly limit: number;
  /** Identifier of the row that comes first; null for none. */
  readonly first: string | null;
}

export interface FacetRequest {
  /** `table.column` of a filter. */
  readonly data: string;
  readonly type: FilterType;
}

/** A row on a client's screen, with its fingerprint. */
export interface ShownRequest {
  /** As it was sent. */
  readonly id: string | number;
  readonly version: string;
}

export interface GroupsRequest {
  readonly kind: 'groups';
  readonly groups: readonly GroupRequest[];
  /** Keys of the opened groups, from the first level on. */
  readonly path: readonly PathKey[];
  readonly sort: { readonly by: string; readonly direction: SortDirection };
}

/** A text, a boolean, null for rows without a value, or a label where groups have the keys of records. */
export type PathKey = FilterValue | { readonly label: string };

/** One level of grouping. `step` is null unless the column is a date. */
export interface GroupRequest extends GroupRule {
  readonly step: GroupStep | null;
}

/** What clients may request instead of rows. Created once per table from its definition. */
export interface SummaryRules {
  /**
   * `table.column` of filters that may have a facet: those of type boolean, enum or select, and with `tagged` also of
   * texts. Others would reveal values that clients cannot see otherwise.
   */
  readonly facets: ReadonlyMap<string, 'typed' | 'tagged'>;
  /** Names of columns. */
  readonly statistics: ReadonlySet<string>;
  /** By name of the column. */
  readonly groups: ReadonlyMap<string, GroupRule>;
  /** Names of columns with totals of groups, which groups may be sorted by. */
  readonly totals: ReadonlySet<string>;
  /** Maximum number of rows in a request for changes; 0 for a table that is not live. */
  readonly mostShown: number;
}

export interface GroupRule {
  /** Name of the column. */
  readonly column: string;
  /** Of the keys of its groups. */
  readonly type: FilterType;
  /** Each `table.column` of the key of the records that the column names; see `recordKey`. */
  readonly record?: readonly string[];
  /** Whether the database determines the type. */
  readonly untyped?: true;
}
