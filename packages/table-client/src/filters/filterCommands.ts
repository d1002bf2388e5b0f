import type { SearchMode } from '@rowhouse/table-protocol';
import {
  arrangedConditions,
  type Conditions,
  combinedFilter,
  withCombined,
} from '../conditions/conditions.ts';
import { conditionOf, isPlain } from '../conditions/plainFilter.ts';
import type { ActiveFilter, WhereNode } from '../conditions/Where.ts';
import type { ShowOptions, StateChanges } from '../table/StateChanges.ts';

/** The user's changes of the search and the filters. Each shows the first page. */
export function filterCommands({ init, state, show, arrange }: StateChanges) {
  const debounced = () => ({ wait: init.value?.template.debounce ?? 0 });
  const now = () => state.value.conditions;
  const showConditions = (conditions: Conditions, options: ShowOptions) =>
    show({ conditions: arrangedConditions(conditions), start: 0 }, options);

  /** Plain filters change while the user tries values; a change of the others is a step in the history. */
  function change(conditions: Conditions): void {
    const isStep = JSON.stringify(combinedFilter(conditions)) !== JSON.stringify(combinedFilter(now()));
    showConditions(conditions, isStep ? { isStep } : debounced());
  }

  return {
    setSearch: (search: string) => {
      if (search !== state.value.search) show({ search, start: 0 }, debounced());
    },
    setSearchMode: (searchMode: SearchMode) => {
      if (searchMode === state.value.searchMode || !init.value?.template.searchModes.includes(searchMode))
        return;
      if (state.value.search.trim() === '') arrange({ searchMode });
      else show({ searchMode, start: 0 });
    },
    setCondition: (condition: WhereNode, index = now().length) =>
      change(now().toSpliced(index, 1, condition)),
    removeCondition: (index: number) => {
      if (index in now()) change(now().toSpliced(index, 1));
    },
    setFilter: (filter: ActiveFilter, index?: number) => {
      const plain = now().filter(isPlain);
      const condition = conditionOf(filter);
      const replaced = plain.toSpliced(index ?? plain.length, 1, ...(condition ? [condition] : []));
      showConditions([...replaced, ...now().slice(plain.length)], debounced());
    },
    removeFilter: (index: number) => {
      if (index < now().filter(isPlain).length) showConditions(now().toSpliced(index, 1), debounced());
    },
    setWhere: (where: WhereNode | null) => {
      const conditions = withCombined(now(), where);
      if (JSON.stringify(conditions) !== JSON.stringify(now())) showConditions(conditions, { isStep: true });
    },
    clearFilters: () => {
      if (now().length > 0) showConditions([], debounced());
    },
  };
}
