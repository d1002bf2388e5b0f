import type { FilterCondition } from '@rowhouse/table-protocol';

/** A condition of `where`. */
export interface WhereCondition extends FilterCondition {
  /** Labels of chosen options, whose values are identifiers. Not sent. */
  readonly valueLabels?: readonly string[];
}

/** `all`: every node matches; `any`: at least one; `not`: the node does not match. */
export type WhereNode =
  | { readonly all: readonly WhereNode[] }
  | { readonly any: readonly WhereNode[] }
  | { readonly not: WhereNode }
  | WhereCondition;
