import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitColumn, ViewMode } from '@rowhouse/table-protocol';
import { combinedFilter, plainFilters } from '../filters/conditions.ts';
import { type TableState, tableColumns } from './TableState.ts';
import type { tableContext } from './tableContext.ts';

interface TableViewContext extends Pick<ReturnType<typeof tableContext>, 'init' | 'template' | 'choices'> {
  readonly state: ReadonlySignal<TableState>;
}

/** The columns and the other members of the state that the table draws. */
export function useTableView({ init, template, choices, state }: TableViewContext, isClickable: boolean) {
  const hidden = signal<readonly string[]>([]);
  const templateColumns = computed(() => {
    const columns = template.value?.columns ?? [];

    return isClickable ? columns : columns.map(withoutClicks);
  });
  const visible = computed(() => state.value.visible);
  const sort = computed(() => state.value.sort);
  const density = computed(() => state.value.density);
  const viewModes = computed(() => state.value.viewModes);
  const order = computed(() => state.value.order);
  const widths = computed(() => state.value.widths);
  const pinned = computed(() => state.value.pinned);
  const groupBy = computed(() => state.value.groupBy);
  const groupSort = computed(() => state.value.groupSort);
  const conditions = computed(() => state.value.conditions);
  const columns = computed(() =>
    tableColumns(
      templateColumns.value,
      {
        visible: visible.value,
        sort: sort.value,
        order: order.value,
        widths: widths.value,
        pinned: pinned.value,
        groupBy: groupBy.value,
        groupSort: groupSort.value,
      },
      hidden.value,
    ),
  );

  const snapshot = {
    phase: computed(() => (init.value ? 'ready' : 'starting')),
    template,
    initMeta: computed(() => init.value?.meta ?? null),
    filterChoices: choices,
    columns,
    shownColumns: computed(() => columns.value.filter((column) => column.visible && !column.hidden)),
    hiddenColumns: computed(() => columns.value.filter((column) => column.hidden)),
    search: computed(() => state.value.search),
    searchMode: computed(() => state.value.searchMode),
    start: computed(() => state.value.start),
    length: computed(() => state.value.length),
    sort,
    viewModes: computed<readonly ViewMode[]>(() =>
      density.value === 'compact' ? ['compact', ...viewModes.value] : viewModes.value,
    ),
    density,
    fit: computed(() => state.value.fit),
    autoLength: computed(() => state.value.autoLength),
    conditions,
    filters: computed(() => plainFilters(conditions.value)),
    where: computed(() => combinedFilter(conditions.value)),
    groupBy,
    groupSort,
  };

  return {
    snapshot,
    functions: {
      setHidden: (names: readonly string[]) => {
        if (JSON.stringify(names) !== JSON.stringify(hidden.value)) hidden.value = [...names];
      },
    },
  };
}

export function withoutClicks<Column extends InitColumn>(column: Column): Column {
  return { ...column, meta: { ...column.meta, clickable: false } };
}
