import { sortDirections } from './constants.ts';
import { type Pagination, pages, totals } from './dataResponse.ts';
import {
  boolean,
  count,
  exactly,
  fallback,
  type Infer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  orNothing,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

/** Units by which dates are grouped. A week starts on Monday. */
export const groupSteps = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type GroupStep = (typeof groupSteps)[number];

/** Levels of `meta.groups`, at most. */
export const mostGroups = 3;

export const groupLevel = object({
  /** A column tagged `groupable`. */
  column: text(),
  /** Required for dates, and only for them. */
  step: orNothing(oneOf(groupSteps)),
});
/** One level of grouping. */
export interface GroupLevel extends Infer<typeof groupLevel> {}

/** Key of a group as the response has it; of a date the first day of its step, `YYYY-MM-DD`. */
export type GroupKey = string | number | boolean | null;
export const groupKey = scalar<GroupKey>('string', 'number', 'boolean', 'null');

export const groupSort = object({
  /** `label` (default), `count`, or the name of a column with a total. Groups without a value come last by label. */
  by: optional(text()),
  /** Defaults to `ASC`. */
  direction: optional(oneOf(sortDirections)),
});
export interface GroupSort extends Infer<typeof groupSort> {}

const group = object({
  /** Key of the group, for `meta.groupPath`; null for rows without a value. */
  value: groupKey,
  /**
   * Label of an enumeration's key, a formatted day, `2026-W05`, `2026-01`, `2026-Q1`, `2026`, a formatted number, or the
   * text itself; null for booleans and rows without a value. Of a column that names records, whose keys are the values, the
   * record's name.
   */
  label: fallback(nullable(text()), null),
  /** True if other groups of the level have the same label: people need the value, too. */
  ambiguous: optional(exactly(true)),
  /** Number of rows. */
  count: fallback(count(), 0),
  /** Column → total of the group, formatted like that of the table. */
  total: totals,
});
export interface Group extends Infer<typeof group> {}

export const groupsResponse = object({
  /** The page of groups; empty if `fullRecordInfo` is false. */
  groups: list(ref<Group>(group)),
  /** Number of groups of this level. */
  count: count(),
  /** The same with thousands separators. */
  formattedCount: text(),
  /** Number of rows in all groups of this level. */
  filtered: fallback(count(), 0),
  /** The same with thousands separators. */
  formattedFiltered: text(),
  /** Column → total of all rows in all groups of this level. */
  total: totals,
  /** False above the limit without `forceInfo`. */
  fullRecordInfo: fallback(boolean(), false),
  /** Position of the page of groups among the others. */
  pagination: ref<Pagination>(pages),
});
/** Response of a table's data route to `meta.groups`, if `meta.groupPath` is shorter: the groups of the next level. */
export interface GroupsResponse extends Infer<typeof groupsResponse> {}
