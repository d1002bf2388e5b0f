import {
  type InitColumn,
  type InitResponse,
  type SearchMode,
  type SortDirection,
  type ViewMode,
  viewModes,
} from '@rowhouse/table-protocol';
import type { Conditions } from '../filters/conditions.ts';
import type { GroupedColumn, GroupOrder } from '../Grouping.ts';
import type { LiveMode } from '../LiveRows.ts';
import type { PhoneRows } from '../PhoneRows.ts';
import type { TableColumn } from '../TableController.ts';
import { arranged, type ColumnLayout, ownValue } from './columnLayout.ts';
import { byLabel, drawnSort, groupSortBy } from './grouping/groupBy.ts';

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

/** The state that the template starts from. */
export function defaultState({ template, meta }: InitResponse): TableState {
  return {
    search: '',
    searchMode: meta.searchMode,
    start: 0,
    length: meta.length,
    autoLength: false,
    sort: template.columns.flatMap(({ name, meta: { sort } }) => (sort ? [{ name, direction: sort }] : [])),
    visible: template.columns
      .filter(({ meta: { rogue, visible } }) => visible && !rogue)
      .map(({ name }) => name),
    viewModes: viewModes.filter(
      (mode) => mode !== 'compact' && template.style.includes(template.styles[mode]),
    ),
    conditions: [],
    order: [],
    widths: {},
    pinned: {},
    density: template.style.includes(template.styles.compact) ? 'compact' : 'normal',
    fit: template.responsive ? 'hide' : 'scroll',
    groupBy: [],
    groupSort: byLabel,
    liveMode: 'mark',
    phoneRows: 'cards',
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

/** The server accepts pages of up to the largest length of the menu. */
export function isPageLength(length: unknown, lengthMenu: readonly number[]): length is number {
  return Number.isSafeInteger(length) && Number(length) >= 1 && Number(length) <= Math.max(...lengthMenu);
}

/** `start` as the first row of a page of `length`, at most `largestStart`. */
export function pageStart(start: number, length: number): number {
  return Math.floor(Math.min(Math.max(start, 0), largestStart) / length) * length;
}

/** The drawable columns with the user's settings, as drawn; `hidden` names those without room on the screen. */
export function tableColumns(
  columns: readonly InitColumn[],
  arrangement: Pick<TableState, 'visible' | 'sort' | 'order' | 'widths' | 'pinned' | 'groupBy' | 'groupSort'>,
  hidden: readonly string[],
): TableColumn[] {
  const { visible, order, widths, pinned } = arrangement;
  const sort = drawnSort(arrangement);
  const isByLabel = arrangement.groupSort.by === 'label';
  const isVisible = new Set(visible);
  const isHidden = new Set(hidden);

  const drawable = columns.filter(({ meta }) => !meta.rogue);

  return arranged(drawable, { order, pinned }).map((column) => {
    const index = sort.findIndex(({ name }) => name === column.name);

    return {
      ...column,
      visible: isVisible.has(column.name),
      hidden: isVisible.has(column.name) && isHidden.has(column.name),
      sort: sort[index]?.direction ?? null,
      sortPlace: index === -1 ? null : index + 1,
      canSort: column.meta.sortable || groupSortBy(column.name, arrangement.groupBy, columns) !== null,
      canUnsort:
        index !== -1 && !(isByLabel && arrangement.groupBy.some((level) => level.column === column.name)),
      width: ownValue(widths, column.name) ?? null,
      pinned: ownValue(pinned, column.name) ?? null,
    };
  });
}
