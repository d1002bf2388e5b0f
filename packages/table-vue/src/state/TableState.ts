import type { InitResponse, SearchMode, SortDirection, ViewMode } from '@rowhouse/table-protocol';
import { viewModes } from '@rowhouse/table-protocol';
import type { ActiveFilter } from '../TableController.ts';

export interface SortEntry {
  readonly name: string;
  readonly direction: SortDirection;
}

/** What a user has made of a table, and may find again. Never changed in place. */
export interface TableState {
  readonly search: string;
  readonly searchMode: SearchMode;
  /** Zero-based index of the page's first row; a multiple of `length`. */
  readonly start: number;
  readonly length: number;
  /** The first one first. */
  readonly sort: readonly SortEntry[];
  /** Names of the columns that the user wants to see, in template order. */
  readonly visible: readonly string[];
  readonly viewModes: readonly ViewMode[];
  readonly filters: readonly ActiveFilter[];
}

/** Row indexes stay within what the server takes. */
export const largestStart = 2 ** 31 - 1;

/** Longest search or filter text that the server takes, in UTF-16 code units. */
export const longestText = 1000;

/** The state that the template starts from. */
export function defaultState({ template, meta }: InitResponse): TableState {
  return {
    search: '',
    searchMode: meta.searchMode,
    start: 0,
    length: meta.length,
    sort: template.columns.flatMap(({ name, meta: { sort } }) => (sort ? [{ name, direction: sort }] : [])),
    visible: template.columns
      .filter(({ meta: { rogue, visible } }) => visible && !rogue)
      .map(({ name }) => name),
    viewModes: viewModes.filter((mode) => template.style.includes(template.styles[mode])),
    filters: [],
  };
}

/** The members of `state` that are not those of `defaults`. */
export function changesFrom(defaults: TableState, state: TableState): Partial<TableState> {
  return Object.fromEntries(
    Object.entries(state).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof TableState]),
    ),
  );
}

/** `start` as the first row of a page of `length`, within what the server takes. */
export function pageStart(start: number, length: number): number {
  return Math.floor(Math.min(Math.max(start, 0), largestStart) / length) * length;
}
