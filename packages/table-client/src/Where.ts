import type { FilterCondition, FilterType } from '@rowhouse/table-protocol';

/** A condition of `where`. */
export interface WhereCondition extends FilterCondition {
  /** Labels of chosen options, whose values are identifiers. Not sent. */
  readonly valueLabels?: readonly string[];
  /**
   * Sent as a plain filter, in `internalFilters`: its own facet is counted without it, and a text that has to be equal is
   * compared without regard to case. Only for members of `conditions`; missing for the other ones.
   */
  readonly plain?: { readonly label: string; readonly type: FilterType };
}

/** A condition that is sent as a plain filter. */
export type PlainCondition = WhereCondition & Required<Pick<WhereCondition, 'plain'>>;

/** `all`: every node matches; `any`: at least one; `not`: the node does not match. */
export type WhereNode =
  | { readonly all: readonly WhereNode[] }
  | { readonly any: readonly WhereNode[] }
  | { readonly not: WhereNode }
  | WhereCondition;
