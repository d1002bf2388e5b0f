import type { SortDirection } from '@rowhouse/table-protocol';
import type { GroupKey, GroupStep } from '@rowhouse/table-protocol/internal';
import type { TableProblem } from '../http/TableProblem.ts';
import type { TableRow } from '../table/TableRow.ts';
import type { GroupedColumn, GroupOrder } from '../table/TableState.ts';

/** A column that can be grouped by. */
export interface GroupChoice {
  readonly name: string;
  readonly label: string;
  /** It is grouped by day, week, month, quarter or year. */
  readonly isDate: boolean;
}

interface Line {
  /** Unique among the lines. */
  readonly key: string;
  /** Level in the tree, from 1: the level of a group, or of what is inside it. */
  readonly level: number;
}

/** A group, closed or open. */
export interface GroupLine extends Line {
  readonly kind: 'group';
  readonly path: readonly GroupKey[];
  readonly grouped: GroupedColumn;
  readonly value: GroupKey;
  /** As the server sent it; `groupLabel` returns the text for display. */
  readonly label: string | null;
  /** Whether other groups have the same label. */
  readonly ambiguous: boolean;
  /** Number of rows. */
  readonly count: number;
  /** Column → total of the group. */
  readonly total: Readonly<Record<string, string | number>>;
  readonly isOpen: boolean;
  /** Its content is being requested. */
  readonly loading: boolean;
  /** One-based place among the groups of the same parent, and their number. */
  readonly position: number;
  readonly size: number;
}

/** A row of an open group. */
export interface GroupedRow extends Line {
  readonly kind: 'row';
  readonly row: TableRow;
  /** Index in `rows`. */
  readonly index: number;
  readonly path: readonly GroupKey[];
  /** One-based place among the rows of the group, and their number. */
  readonly position: number;
  readonly size: number;
}

/** The end of an open group of which not all is shown. */
export interface MoreLine extends Line {
  readonly kind: 'more';
  readonly path: readonly GroupKey[];
  readonly of: 'groups' | 'rows';
  readonly shown: number;
  readonly size: number;
  /** How many `showMore` adds. */
  readonly next: number;
  readonly loading: boolean;
}

/** The content of an open group that could not be read. */
export interface ProblemLine extends Line {
  readonly kind: 'problem';
  readonly path: readonly GroupKey[];
  readonly problem: TableProblem;
  readonly loading: boolean;
}

/** The content of an open group that has not arrived yet. */
export interface LoadingLine extends Line {
  readonly kind: 'loading';
  readonly path: readonly GroupKey[];
}

export type TreeLine = GroupLine | GroupedRow | MoreLine | ProblemLine | LoadingLine;

/** The grouping of a table. */
export interface GroupingSnapshot {
  /** The grouped columns, from the outermost; empty if the rows are not grouped. */
  readonly groupBy: readonly GroupedColumn[];
  readonly groupSort: GroupOrder;
  /** The columns that can be grouped by. */
  readonly groupChoices: readonly GroupChoice[];
  /**
   * What to draw instead of `rows`, from the first to the last: groups, and what the open ones contain. Null while the
   * rows are not grouped. `rows` are then the rows of the open groups, and a page is one of groups of the first level.
   */
  readonly groupLines: readonly TreeLine[] | null;
  /** Number of groups of the first level; null if the rows are not grouped, or not counted. */
  readonly groupCount: number | null;
}

export interface GroupingFunctions {
  /** Replaces the grouping; levels that do not fit the table, and repeated ones, are omitted. Shows the first page. */
  setGroupBy(levels: readonly GroupedColumn[]): void;
  /** Groups by one more column, inside the groups so far; dates by month by default. */
  addGroup(column: string, step?: GroupStep): void;
  /** Without a step, removes all levels of the column. */
  removeGroup(column: string, step?: GroupStep): void;
  /** Sorts the groups of all levels by `label`, `count`, or a column with a total. */
  sortGroups(by: string, direction: SortDirection): void;
  /** Opens or closes a group of the page. Resolves when the content was read or could not be. */
  toggleGroup(path: readonly GroupKey[]): Promise<void>;
  /** Reads the next page of an open group. */
  showMore(path: readonly GroupKey[]): Promise<void>;
  /** Requests the content of an open group again, after a failure. */
  retryGroup(path: readonly GroupKey[]): Promise<void>;
}
