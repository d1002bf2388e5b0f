import type { SearchMode } from '@rowhouse/table-protocol';
import type { ActiveFilter, WhereNode } from '../../TableController.ts';
import type { StateChanges } from './StateChanges.ts';

/** The user's changes of the search and the filters. Each shows the first page. */
export function filterCommands({ init, state, show, arrange }: StateChanges) {
  const debounce = () => init.value?.template.debounce ?? 0;
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
  };
}
