import {
  type InitColumn,
  type InitResponse,
  type SearchMode,
  type SortDirection,
  type ViewMode,
  viewModes,
} from '@rowhouse/table-protocol';
import type { ActiveFilter, TableColumn, WhereNode } from '../TableController.ts';

export interface SortEntry {
  readonly name: string;
  readonly direction: SortDirection;
}

/** The user's view of a table. Immutable. */
export interface TableState {
  readonly search: string;
  readonly searchMode: SearchMode;
  /** Zero-based index of the page's first row; a multiple of `length`. */
  readonly start: number;
  readonly length: number;
  /** By precedence. */
  readonly sort: readonly SortEntry[];
  /** Names of the visible columns, in template order. */
  readonly visible: readonly string[];
  readonly viewModes: readonly ViewMode[];
  readonly filters: readonly ActiveFilter[];
  /** A filter with AND, OR and NOT; null without one. Rows match it and all `filters`. */
  readonly where: WhereNode | null;
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
    where: null,
  };
}

/** The members of `state` that differ from `defaults`. */
export function changesFrom(defaults: TableState, state: TableState): Partial<TableState> {
  return Object.fromEntries(
    Object.entries(state).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof TableState]),
    ),
  );
}

/** `start` as the first row of a page of `length`, at most `largestStart`. */
export function pageStart(start: number, length: number): number {
  return Math.floor(Math.min(Math.max(start, 0), largestStart) / length) * length;
}

/** The drawable columns with the user's settings; `hidden` names those without room on the screen. */
export function tableColumns(
  columns: readonly InitColumn[],
  { visible, sort }: Pick<TableState, 'visible' | 'sort'>,
  hidden: readonly string[],
): TableColumn[] {
  const isVisible = new Set(visible);
  const isHidden = new Set(hidden);

  return columns
    .filter(({ meta }) => !meta.rogue)
    .map((column) => {
      const index = sort.findIndex(({ name }) => name === column.name);

      return {
        ...column,
        visible: isVisible.has(column.name),
        hidden: isVisible.has(column.name) && isHidden.has(column.name),
        sort: sort[index]?.direction ?? null,
        sortPlace: index === -1 ? null : index + 1,
      };
    });
}
