import type { FilterType, FilterValue, GroupStep, SortDirection } from '@rowhouse/table-protocol';

/** What a request reads instead of rows. With a path as long as its groups, it reads the rows of one group. */
export type SummaryRequest =
  | { readonly kind: 'facets'; readonly facets: readonly FacetRequest[] }
  | { readonly kind: 'statistics' /** Name of a column. */; readonly column: string }
  | { readonly kind: 'changes'; readonly shown: readonly ShownRequest[] }
  | GroupsRequest;

export interface FacetRequest {
  /** `table.column` of a filter. */
  readonly data: string;
  readonly type: FilterType;
}

/** A row that a client shows, with the fingerprint that it had. */
export interface ShownRequest {
  /** As it was sent. */
  readonly id: string | number;
  readonly version: string;
}

export interface GroupsRequest {
  readonly kind: 'groups';
  readonly groups: readonly GroupRequest[];
  /** Keys of the opened groups, from the first level on: texts, booleans, and null for rows without a value. */
  readonly path: readonly FilterValue[];
  readonly sort: { readonly by: string; readonly direction: SortDirection };
}

/** One level of grouping. `step` is null unless the column has dates. */
export interface GroupRequest extends GroupRule {
  readonly step: GroupStep | null;
}

/** What clients may request instead of rows. Made once per table from its definition. */
export interface SummaryRules {
  /**
   * `table.column` of filters that may have a facet: one of type boolean, enum or select, and with `tagged` also one of
   * texts. Others show values that clients cannot see otherwise.
   */
  readonly facets: ReadonlyMap<string, 'typed' | 'tagged'>;
  /** Names of columns. */
  readonly statistics: ReadonlySet<string>;
  /** By the name of the column. */
  readonly groups: ReadonlyMap<string, GroupRule>;
  /** Names of columns whose totals groups have, and may be sorted by. */
  readonly totals: ReadonlySet<string>;
  /** Rows of which one request may ask whether they have changed; 0 for a table that is not live. */
  readonly mostShown: number;
}

export interface GroupRule {
  /** Name of the column. */
  readonly column: string;
  readonly type: FilterType;
  /** Whether the template leaves the type to the database. */
  readonly untyped?: true;
}
