import type { SortDirection } from '@rowhouse/table-protocol';
import { type SortEntry, sortableNames } from '../TableState.ts';
import type { StateChanges } from './StateChanges.ts';

/** The user's changes of the sort order. */
export function sortCommands({ init, state, show }: StateChanges) {
  const sortable = () => (init.value ? sortableNames(init.value) : new Set<string>());
  const sortBy = (sort: readonly SortEntry[]) => show({ sort, start: 0 }, { isStep: true });

  return {
    toggleSort: (name: string, { add = false }: { add?: boolean } = {}) => {
      if (sortable().has(name)) sortBy(toggledSort(state.value.sort, name, add));
    },
    clearSort: (name?: string) => {
      const remaining = name === undefined ? [] : state.value.sort.filter((entry) => entry.name !== name);
      if (remaining.length < state.value.sort.length) sortBy(remaining);
    },
    setSort: (wanted: readonly SortEntry[]) => {
      const known = sortable();
      const names = wanted.map(({ name }) => name);
      const sort = wanted.filter(({ name }, index) => known.has(name) && names.indexOf(name) === index);
      if (JSON.stringify(sort) !== JSON.stringify(state.value.sort)) sortBy(sort);
    },
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
