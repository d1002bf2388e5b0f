import type { InitResponse, SearchMode, SortDirection } from '@rowhouse/table-protocol';
import type { GroupStep, pinnedSides, ViewDensity, ViewMode } from '@rowhouse/table-protocol/internal';
import type { Conditions } from '../conditions/conditions.ts';

/** Height of the rows. */
export type Density = ViewDensity;

/** `left` is the side where the page's text starts, which is the right side in a right-to-left page. */
export type PinnedSide = (typeof pinnedSides)[number];

/** Treatment of columns without room: hidden, with their values in the row's details, or reached by scrolling. */
export type ColumnFit = 'hide' | 'scroll';

/** How the user has arranged the columns. Immutable. */
export interface ColumnLayout {
  /** Names of all drawable columns in the user's order; empty for the template's. */
  readonly order: readonly string[];
  /** Column → width in CSS pixels; columns without one are as wide as their content requires. */
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: Readonly<Record<string, PinnedSide>>;
  readonly density: Density;
  readonly fit: ColumnFit;
}

/** One level of grouping. */
export interface GroupedColumn {
  readonly column: string;
  /** For dates, and only for them. */
  readonly step?: GroupStep;
}

/** Order of the groups of each level: by `label`, `count`, or a column with a total. */
export interface GroupOrder {
  readonly by: string;
  readonly direction: SortDirection;
}

/** The order of groups unless the user has chosen another. */
export const byLabel: GroupOrder = { by: 'label', direction: 'ASC' };

/** How changes of rows by other users are shown: they are marked, or applied immediately. */
export type LiveMode = 'mark' | 'apply';

/** How rows are drawn on narrow screens: as cards or as a table. */
export type PhoneRows = 'cards' | 'table';

export interface SortEntry {
  readonly name: string;
  readonly direction: SortDirection;
}

/** The user's view of a table. Immutable. */
export interface TableState extends ColumnLayout {
  readonly search: string;
  readonly searchMode: SearchMode;
  /** Zero-based index of the page's first row; a multiple of `length`. */
  readonly start: number;
  readonly length: number;
  /** The length follows the height of the window. */
  readonly autoLength: boolean;
  /** By precedence. */
  readonly sort: readonly SortEntry[];
  /** Names of the visible columns, in template order. */
  readonly visible: readonly string[];
  /** Without `compact`, which is a density. */
  readonly viewModes: readonly ViewMode[];
  readonly conditions: Conditions;
  /** The grouped columns, from the outermost. */
  readonly groupBy: readonly GroupedColumn[];
  readonly groupSort: GroupOrder;
  /** How changes of rows by other users are shown. */
  readonly liveMode: LiveMode;
  /** How rows are drawn on narrow screens. */
  readonly phoneRows: PhoneRows;
}

/** Largest row index that the server accepts. */
export const largestStart = 2 ** 31 - 1;

/** Longest search or filter text that the server accepts, in UTF-16 code units. */
export const longestText = 1000;

/** True for a text that the server accepts: not too long, and valid in a database. */
export function isText(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= longestText && !value.includes('\0') && value.isWellFormed()
  );
}

/** Columns that the server sorts by: the sortable ones, and those with a default sort. */
export function sortableNames({ template }: Pick<InitResponse, 'template'>): ReadonlySet<string> {
  return new Set(
    template.columns.filter(({ meta }) => meta.sortable || meta.sort !== null).map(({ name }) => name),
  );
}

/** The server accepts pages of up to the largest length of the menu. */
export function isPageLength(length: unknown, lengthMenu: readonly number[]): length is number {
  return Number.isSafeInteger(length) && Number(length) >= 1 && Number(length) <= Math.max(...lengthMenu);
}

/** `start` as the first row of a page of `length`, at most `largestStart`. */
export function pageStart(start: number, length: number): number {
  return Math.floor(Math.min(Math.max(start, 0), largestStart) / length) * length;
}
