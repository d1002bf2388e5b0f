import type { SortDirection } from './constants.ts';
import type { Pagination } from './data.ts';

/** Units by which dates are grouped. A week starts on Monday. */
export const groupSteps = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type GroupStep = (typeof groupSteps)[number];

/** Levels of `meta.groups`, at most. */
export const mostGroups = 3;

/** One level of grouping. */
export interface GroupLevel {
  /** A column tagged `groupable`. */
  column: string;
  /** Required for dates, and only for them. */
  step?: GroupStep | null;
}

/** Key of a group as the response has it; of a date the first day of its step, `YYYY-MM-DD`. */
export type GroupKey = string | number | boolean | null;

export interface GroupSort {
  /** `label` (default), `count`, or the name of a column with a total. Groups without a value come last by label. */
  by?: string;
  /** `ASC` by default. */
  direction?: SortDirection;
}

/** Response of a table's data route to `meta.groups`, if `meta.groupPath` is shorter: the groups of the next level. */
export interface GroupsResponse {
  /** The page of groups; empty if `fullRecordInfo` is false. */
  groups: Group[];
  /** Number of groups of this level. */
  count: number;
  /** The same with thousands separators. */
  formattedCount: string;
  /** Number of rows in all groups of this level. */
  filtered: number;
  /** The same with thousands separators. */
  formattedFiltered: string;
  /** Column → total of all rows in all groups of this level. */
  total: Record<string, string | number>;
  /** False above the limit without `forceInfo`. */
  fullRecordInfo: boolean;
  /** Position of the page of groups among the others. */
  pagination: Pagination;
}

export interface Group {
  /** Key of the group, for `meta.groupPath`; null for rows without a value. */
  value: GroupKey;
  /**
   * Label of an enumeration's key, a formatted day, `2026-W05`, `2026-01`, `2026-Q1`, `2026`, a formatted number, or the
   * text itself; null for booleans and rows without a value. Of a column that names records, whose keys are the values, the
   * record's name.
   */
  label: string | null;
  /** True if other groups of the level have the same label: people need the value, too. */
  ambiguous?: true;
  /** Number of rows. */
  count: number;
  /** Column → total of the group, formatted like that of the table. */
  total: Record<string, string | number>;
}
