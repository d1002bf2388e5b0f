import type { FilterCondition, FilterType, InternalFilter } from '@rowhouse/table-protocol';

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

/** A condition in the form of a plain filter. */
export interface ActiveFilter extends InternalFilter {
  readonly label: string;
  /** Labels of a select filter's chosen options, whose values are identifiers. */
  readonly valueLabels?: readonly string[];
}
