import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitColumn, InitTemplate } from '@rowhouse/table-protocol';
import type { ViewMode } from '@rowhouse/table-protocol/internal';
import type { StateChanges } from '../table/StateChanges.ts';
import type { Feature } from '../table/snapshots.ts';
import type { ColumnsFunctions, ColumnsSnapshot } from './Columns.ts';
import { columnCommands } from './columnCommands.ts';
import { tableColumns } from './tableColumns.ts';

interface ColumnsContext extends StateChanges {
  readonly template: ReadonlySignal<InitTemplate | null>;
  /** False draws the cells of `clickable` columns as text. */
  readonly isClickable: boolean;
}

/** The columns, and how the user has arranged them and the rows. */
export function createColumns(context: ColumnsContext): Feature<ColumnsSnapshot, ColumnsFunctions> {
  const { template, state, isClickable } = context;
  const hidden = signal<readonly string[]>([]);
  const templateColumns = computed(() => {
    const columns = template.value?.columns ?? [];

    return isClickable ? columns : columns.map(withoutClicks);
  });
  // Each is compared by itself: the columns stay the same objects while only the page changes.
  const visible = computed(() => state.value.visible);
  const sort = computed(() => state.value.sort);
  const order = computed(() => state.value.order);
  const widths = computed(() => state.value.widths);
  const pinned = computed(() => state.value.pinned);
  const groupBy = computed(() => state.value.groupBy);
  const groupSort = computed(() => state.value.groupSort);
  const density = computed(() => state.value.density);
  const viewModes = computed(() => state.value.viewModes);
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

  return {
    snapshot: {
      columns,
      shownColumns: computed(() => columns.value.filter((column) => column.visible && !column.hidden)),
      hiddenColumns: computed(() => columns.value.filter((column) => column.hidden)),
      viewModes: computed<readonly ViewMode[]>(() =>
        density.value === 'compact' ? ['compact', ...viewModes.value] : viewModes.value,
      ),
      density,
      fit: computed(() => state.value.fit),
    },
    functions: {
      ...columnCommands({ ...context, drawn: columns }),
      setHidden: (names) => {
        if (JSON.stringify(names) !== JSON.stringify(hidden.value)) hidden.value = [...names];
      },
    },
  };
}

export function withoutClicks<Column extends InitColumn>(column: Column): Column {
  return { ...column, meta: { ...column.meta, clickable: false } };
}
