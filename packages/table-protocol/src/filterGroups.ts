import type { FilterType } from './constants.ts';
import { filterValue, type Interval, interval } from './filters.ts';
import {
  anyOf,
  type Infer,
  list,
  object,
  oneOf,
  optional,
  recursive,
  ref,
  type Shape,
  text,
} from './shape/Shape.ts';

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

/** All operators, each once. */
export const allFilterOperators = [...new Set(Object.values(filterOperators).flat())];

const filterCondition = object({
  /** `table.column` of a filter or a `filterable` column. */
  data: text(),
  /**
   * One of `filterOperators` for the type of the filter. `isEmpty` is null, or an empty text. `isNot`, `noneOf` and
   * `doesNotContain` match exactly the rows that `is`, `anyOf` and `contains` do not, and so those without a value.
   */
  operator: oneOf(allFilterOperators),
  /**
   * `anyOf` and `noneOf`: a list; `between`: both bounds, inclusive; `isEmpty` and `isNotEmpty`: none; the others: one
   * value. A date may be relative: see `parseRelativeDate`.
   */
  value: optional(anyOf(filterValue, list(filterValue), ref<Interval>(interval))),
});
export interface FilterCondition extends Infer<typeof filterCondition> {}

/** `all`: every node matches; `any`: at least one; `not`: the node does not match. */
export type FilterGroup = { all: FilterNode[] } | { any: FilterNode[] } | { not: FilterNode };

export type FilterNode = FilterGroup | FilterCondition;

export const filterNode: Shape<FilterNode> = recursive(() =>
  anyOf(
    object({ all: list(filterNode) }, { maxProperties: 1 }),
    object({ any: list(filterNode) }, { maxProperties: 1 }),
    object({ not: filterNode }, { maxProperties: 1 }),
    ref<FilterCondition>(filterCondition),
  ),
);
