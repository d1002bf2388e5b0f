import type { ReadonlySignal } from '@preact/signals-core';
import {
  type InitResponse,
  type SearchMode,
  type SortDirection,
  type ViewMode,
  viewModes,
} from '@rowhouse/table-protocol';
import type { ActiveFilter, WhereNode } from '../TableController.ts';
import { sortableNames } from './checkState.ts';
import { layoutCommands } from './layoutCommands.ts';
import { pageStart, type SortEntry, type TableState } from './TableState.ts';
import type { useTableState } from './useTableState.ts';

export interface TableCommandsContext {
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly tableState: Pick<ReturnType<typeof useTableState>, 'state' | 'change' | 'keep'>;
  /** Null if the number of pages is not known. */
  readonly pages: ReadonlySignal<number | null>;
  /** Requests rows after `wait` ms without another call. */
  request(wait?: number): void;
}

/** The user's changes of the view. Each changes the state, and requests rows if needed. */
export function tableCommands({ init, tableState, pages, request }: TableCommandsContext) {
  const { state } = tableState;

  /** With `isStep`, the browser's back button returns to the state before. */
  function show(changes: Partial<TableState>, { isStep = false, wait = 0 } = {}): void {
    if (init.value) {
      tableState.change(changes, isStep);
      request(wait);
    }
  }

  /** Changes that do not affect the rows are only stored. */
  function arrange(changes: Partial<TableState>): void {
    if (init.value) {
      tableState.change(changes);
      tableState.keep();
    }
  }

  /** The first row of the page stays on the page. */
  function showLength(length: number, autoLength: boolean): void {
    const { start, length: now, autoLength: wasAuto } = state.value;

    if (length !== now) show({ length, autoLength, start: pageStart(start, length) });
    else if (autoLength !== wasAuto) arrange({ autoLength });
  }

  const debounce = () => init.value?.template.debounce ?? 0;
  const sortBy = (sort: readonly SortEntry[]) => show({ sort, start: 0 }, { isStep: true });
  const setFilters = (filters: readonly ActiveFilter[]) => show({ filters, start: 0 }, { wait: debounce() });

  return {
    setSearch: (search: string) => {
      if (search !== state.value.search) show({ search, start: 0 }, { wait: debounce() });
    },
    setSearchMode: (searchMode: SearchMode) => {
      if (searchMode === state.value.searchMode || !init.value?.template.searchModes.includes(searchMode))
        return;
      if (state.value.search.trim() === '') arrange({ searchMode });
      else show({ searchMode, start: 0 });
    },
    goToPage: (page: number) => {
      const { start: now, length } = state.value;
      const wanted = Math.min(Math.trunc(page) || 1, pages.value || Number.POSITIVE_INFINITY);
      const start = pageStart((wanted - 1) * length, length);

      if (start !== now) show({ start }, { isStep: true });
    },
    setLength: (length: number | 'auto') => {
      if (length === 'auto') arrange({ autoLength: true });
      else if (init.value?.template.lengthMenu.includes(length)) showLength(length, false);
    },
    fitLength: (rows: number) => {
      const most = Math.max(...(init.value?.template.lengthMenu ?? [0]));
      if (state.value.autoLength && most > 0) showLength(Math.min(Math.max(Math.trunc(rows), 1), most), true);
    },
    toggleSort: (name: string, { add = false }: { add?: boolean } = {}) => {
      if (init.value && sortableNames(init.value).has(name)) sortBy(toggledSort(state.value.sort, name, add));
    },
    clearSort: (name?: string) => {
      const remaining = name === undefined ? [] : state.value.sort.filter((entry) => entry.name !== name);
      if (remaining.length < state.value.sort.length) sortBy(remaining);
    },
    setSort: (wanted: readonly SortEntry[]) => {
      const sortable = init.value ? sortableNames(init.value) : new Set<string>();
      const names = wanted.map(({ name }) => name);
      const sort = wanted.filter(({ name }, index) => sortable.has(name) && names.indexOf(name) === index);
      if (JSON.stringify(sort) !== JSON.stringify(state.value.sort)) sortBy(sort);
    },
    setVisible: (name: string, visible: boolean) => {
      const now = new Set(state.value.visible);
      const wanted = (init.value?.template.columns ?? []).filter((column) =>
        column.name === name ? visible && !column.meta.rogue : now.has(column.name),
      );

      arrange({ visible: wanted.map((column) => column.name) });
    },
    toggleViewMode: (mode: ViewMode) => {
      if (mode === 'compact') {
        arrange({ density: state.value.density === 'compact' ? 'normal' : 'compact' });
        return;
      }
      const now = state.value.viewModes;
      arrange({ viewModes: viewModes.filter((other) => now.includes(other) !== (other === mode)) });
    },
    setFilter: (filter: ActiveFilter, index = state.value.filters.length) =>
      setFilters(state.value.filters.toSpliced(index, 1, filter)),
    removeFilter: (index: number) => {
      if (index in state.value.filters) setFilters(state.value.filters.toSpliced(index, 1));
    },
    setWhere: (where: WhereNode | null) => {
      if (JSON.stringify(where) !== JSON.stringify(state.value.where))
        show({ where, start: 0 }, { isStep: true });
    },
    clearFilters: () => {
      if (state.value.filters.length > 0 || state.value.where)
        show({ filters: [], where: null, start: 0 }, { wait: debounce() });
    },
    ...layoutCommands({ init, state, arrange }),
  };
}

const next: Readonly<Record<SortDirection, SortDirection | null>> = { ASC: 'DESC', DESC: null };

/**
 * The sort order after a click on a column: none → ASC → DESC → none. The column becomes the only one, or with `add` keeps
 * its position among the others; a new one is the last.
 */
export function toggledSort(sort: readonly SortEntry[], name: string, add: boolean): SortEntry[] {
  const index = sort.findIndex((entry) => entry.name === name);
  const now = sort[index]?.direction;
  const direction = now === undefined ? 'ASC' : next[now];
  const moved = direction === null ? [] : [{ name, direction }];

  if (!add) {
    return moved;
  }

  return index === -1 ? [...sort, ...moved] : sort.toSpliced(index, 1, ...moved);
}
