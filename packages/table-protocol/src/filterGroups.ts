import type { FilterType } from './constants.ts';
import type { FilterValue, Interval } from './data.ts';

const choices = ['is', 'isNot', 'anyOf', 'noneOf'] as const;
const emptiness = ['isEmpty', 'isNotEmpty'] as const;

/** Operators that a condition may have, by the type of its filter, in the order in which they are offered. */
export const filterOperators = {
  boolean: [...choices, ...emptiness],
  enum: [...choices, ...emptiness],
  select: [...choices, ...emptiness],
  string: [...choices, 'contains', 'doesNotContain', 'startsWith', 'endsWith', ...emptiness],
  number: [...choices, 'lessThan', 'atMost', 'moreThan', 'atLeast', 'between', ...emptiness],
  date: ['is', 'isNot', 'before', 'onOrBefore', 'after', 'onOrAfter', 'between', ...emptiness],
} as const satisfies Record<FilterType, readonly string[]>;

export type FilterOperator = (typeof filterOperators)[FilterType][number];

/** Groups inside each other, and conditions of one request; values of one condition. */
export const filterGroupLimits = { depth: 3, conditions: 100, values: 1000 } as const;

export interface FilterCondition {
  /** `table.column` of a filter or a `filterable` column. */
  data: string;
  /**
   * One of `filterOperators` for the type of the filter. `isEmpty` is null, or an empty text. `isNot`, `noneOf` and
   * `doesNotContain` match exactly the rows that `is`, `anyOf` and `contains` do not, and so those without a value.
   */
  operator: FilterOperator;
  /**
   * `anyOf` and `noneOf`: a list; `between`: both bounds, inclusive; `isEmpty` and `isNotEmpty`: none; the others: one
   * value. A date may be relative: see `parseRelativeDate`.
   */
  value?: FilterValue | FilterValue[] | Interval;
}

/** `all`: every node matches; `any`: at least one; `not`: the node does not match. */
export type FilterGroup = { all: FilterNode[] } | { any: FilterNode[] } | { not: FilterNode };

export type FilterNode = FilterGroup | FilterCondition;
