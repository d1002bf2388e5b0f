import { type InitResponse, type SearchMode, type ViewMode, viewModes } from '@rowhouse/table-protocol';
import type { Ref } from 'vue';
import type { ActiveFilter } from '../TableController.ts';
import { sortableNames } from './checkState.ts';
import { toggledSort } from './sortOrder.ts';
import { pageStart, type SortEntry, type TableState } from './TableState.ts';
import type { useTableState } from './useTableState.ts';

export interface TableCommandsContext {
  readonly init: Readonly<Ref<InitResponse | null>>;
  readonly memory: Pick<ReturnType<typeof useTableState>, 'state' | 'change' | 'keep'>;
  /** Null when it is not known. */
  readonly pages: Readonly<Ref<number | null>>;
  /** Asks for rows, after so many ms without another wish. */
  ask(wait?: number): void;
}

/** What a user can do with the view: each changes the state, and asks for rows where it has to. */
export function tableCommands({ init, memory, pages, ask }: TableCommandsContext) {
  const { state } = memory;

  /** `isStep`: the browser's button leads back. */
  function show(changes: Partial<TableState>, { isStep = false, wait = 0 } = {}): void {
    if (init.value) {
      memory.change(changes, isStep);
      ask(wait);
    }
  }

  /** What does not change the rows is only kept. */
  function arrange(changes: Partial<TableState>): void {
    if (init.value) {
      memory.change(changes);
      memory.keep();
    }
  }

  const debounce = () => init.value?.template.debounce ?? 0;
  const setSort = (sort: SortEntry[]) => show({ sort, start: 0 }, { isStep: true });
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
    /** The first row of the page stays on the page. */
    setLength: (length: number) => {
      if (length === state.value.length || !init.value?.template.lengthMenu.includes(length)) return;
      show({ length, start: pageStart(state.value.start, length) });
    },
    toggleSort: (name: string, { add = false }: { add?: boolean } = {}) => {
      if (init.value && sortableNames(init.value).has(name))
        setSort(toggledSort(state.value.sort, name, add));
    },
    clearSort: (name?: string) => {
      const left = name === undefined ? [] : state.value.sort.filter((entry) => entry.name !== name);
      if (left.length < state.value.sort.length) setSort(left);
    },
    setVisible: (name: string, visible: boolean) => {
      const now = new Set(state.value.visible);
      const wanted = (init.value?.template.columns ?? []).filter((column) =>
        column.name === name ? visible && !column.meta.rogue : now.has(column.name),
      );

      arrange({ visible: wanted.map((column) => column.name) });
    },
    toggleViewMode: (mode: ViewMode) => {
      const now = state.value.viewModes;
      arrange({ viewModes: viewModes.filter((other) => now.includes(other) !== (other === mode)) });
    },
    setFilter: (filter: ActiveFilter, index = state.value.filters.length) =>
      setFilters(state.value.filters.toSpliced(index, 1, filter)),
    removeFilter: (index: number) => {
      if (index in state.value.filters) setFilters(state.value.filters.toSpliced(index, 1));
    },
    clearFilters: () => {
      if (state.value.filters.length > 0) setFilters([]);
    },
  };
}
