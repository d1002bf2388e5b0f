import type { SortDirection } from '@rowhouse/table-protocol';
import { groupSortBy } from '../grouping/groupBy.ts';
import type { StateChanges } from '../table/StateChanges.ts';
import type { GroupOrder } from '../table/TableState.ts';
import { byLabel, type SortEntry, sortableNames } from '../table/TableState.ts';

/**
 * The user's changes of the sort order. Grouped, a column whose total or label the groups have sorts the groups, and by a
 * total also the rows in them; another column sorts only the rows.
 */
export function sortCommands({ init, state, show }: StateChanges) {
  const sortable = () => (init.value ? sortableNames(init.value) : new Set<string>());
  const groupSortOf = (name = '') =>
    groupSortBy(name, state.value.groupBy, init.value?.template.columns ?? []);

  function sortBy(sort: readonly SortEntry[], groupSort: GroupOrder): void {
    const { sort: now, groupSort: groupsNow } = state.value;
    if (JSON.stringify([sort, groupSort]) === JSON.stringify([now, groupsNow])) return;
    show({ sort, groupSort, start: 0 }, { isStep: true });
  }

  return {
    toggleSort: (name: string, { add = false }: { add?: boolean } = {}) => {
      const { sort, groupSort } = state.value;
      const by = groupSortOf(name);
      const toggled = sortable().has(name) ? toggledSort(sort, name, add) : sort;
      if (by === null) {
        sortBy(toggled, groupSort);
        return;
      }

      const direction = groupSort.by === by ? next[groupSort.direction] : 'ASC';
      const others = add ? sort.filter((entry) => entry.name !== name) : [];
      const rows = direction === null ? others : [...others, { name, direction }];
      sortBy(
        by === 'label' || toggled === sort ? sort : rows,
        direction === null ? byLabel : { by, direction },
      );
    },
    clearSort: (name?: string) => {
      const { sort, groupSort } = state.value;
      const remaining = name === undefined ? [] : sort.filter((entry) => entry.name !== name);
      const isOfGroups = name === undefined || groupSort.by === groupSortOf(name);
      sortBy(remaining, isOfGroups ? byLabel : groupSort);
    },
    setSort: (wanted: readonly SortEntry[]) => {
      const known = sortable();
      const names = wanted.map(({ name }) => name);
      const rows = wanted.filter(({ name }, index) => known.has(name) && names.indexOf(name) === index);
      const [first] = wanted;
      const by = groupSortOf(first?.name);
      const { sort, groupSort } = state.value;
      sortBy(
        by === 'label' ? sort : rows,
        first && by !== null ? { by, direction: first.direction } : groupSort,
      );
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
