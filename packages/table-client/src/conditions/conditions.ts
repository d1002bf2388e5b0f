import { filterOf, isPlain } from './plainFilter.ts';
import type { ActiveFilter, WhereCondition, WhereNode } from './Where.ts';
import { whereMembers, whereOfMembers } from './whereMembers.ts';

/** The filters of a table, all of which rows match. The plain ones come first. */
export type Conditions = readonly WhereNode[];

/** Conditions as requests, saved views, addresses and stored states spell them. */
export interface SpelledFilters {
  /** The plain ones, as `internalFilters`. */
  readonly filters: readonly ActiveFilter[];
  /** The others. */
  readonly where: WhereNode | null;
}

export function spelledFilters(conditions: Conditions): SpelledFilters {
  return { filters: plainFilters(conditions), where: combinedFilter(conditions) };
}

/** The plain filters among the conditions. */
export function plainFilters(conditions: Conditions): readonly ActiveFilter[] {
  return conditions.filter(isPlain).map(filterOf);
}

/** What plain filters do not express, as one filter; null without any. */
export function combinedFilter(conditions: Conditions): WhereNode | null {
  return whereOfMembers(conditions.filter((node) => !isPlain(node)).map(withoutPlain));
}

/** The conditions with another combined filter. */
export function withCombined(conditions: Conditions, where: WhereNode | null): Conditions {
  return [...conditions.filter(isPlain), ...whereMembers(where && withoutPlain(where))];
}

/** The conditions in the order and form in which they are read again, for example from an address. */
export function arrangedConditions(conditions: Conditions): Conditions {
  return withCombined(conditions, combinedFilter(conditions));
}

/** A plain filter is sent for all rows only: in a group, and in a combined filter, it is a condition like others. */
function withoutPlain(node: WhereNode): WhereNode {
  if ('all' in node) return { all: node.all.map(withoutPlain) };
  if ('any' in node) return { any: node.any.map(withoutPlain) };
  if ('not' in node) return { not: withoutPlain(node.not) };
  const { plain: _, ...condition }: WhereCondition = node;

  return condition;
}
