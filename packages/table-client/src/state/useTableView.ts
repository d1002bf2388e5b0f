import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitColumn, InitTemplate, ViewMode } from '@rowhouse/table-protocol';
import type { TableColumn, TableRow } from '../TableController.ts';
import { type TableState, tableColumns } from './TableState.ts';
import type { ShownResponse } from './useTableRequests.ts';

/** The columns and the other members of the state that the table draws. */
export function useTableView(
  template: ReadonlySignal<InitTemplate | null>,
  state: ReadonlySignal<TableState>,
  isClickable: boolean,
) {
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
  const columns = computed(() =>
    tableColumns(
      templateColumns.value,
      {
        visible: visible.value,
        sort: sort.value,
        order: order.value,
        widths: widths.value,
        pinned: pinned.value,
      },
      hidden.value,
    ),
  );

  return {
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
    filters: computed(() => state.value.filters),
    where: computed(() => state.value.where),
    setHidden: (names: readonly string[]) => {
      if (JSON.stringify(names) !== JSON.stringify(hidden.value)) hidden.value = [...names];
    },
  };
}

/** The rows of the page, and its position among the pages. */
export function useTablePage(state: ReadonlySignal<TableState>, shown: ReadonlySignal<ShownResponse | null>) {
  const body = computed(() => shown.value?.body ?? null);
  const rows = computed<readonly TableRow[]>(() => body.value?.data ?? []);
  const firstIndex = computed(() => shown.value?.state.start ?? 0);
  const page = computed(() => Math.floor(state.value.start / state.value.length) + 1);
  const pages = computed(() =>
    body.value && body.value.pagination.pages !== null
      ? Math.ceil(body.value.filtered / state.value.length)
      : null,
  );
  const hasNextPage = computed(() => {
    if (pages.value !== null) return page.value < pages.value;
    if (!shown.value || rows.value.length < shown.value.state.length) return false;
    const { estimated, count } = shown.value.body;

    // An estimate may be too low.
    return estimated === true || state.value.start + state.value.length < count;
  });

  return {
    body,
    rows,
    page,
    pages,
    hasNextPage,
    rowNumber: (indexOnPage: number) => firstIndex.value + indexOnPage + 1,
  };
}

export function withoutClicks<Column extends InitColumn>(column: Column): Column {
  return { ...column, meta: { ...column.meta, clickable: false } };
}

/** The column that leads to a row's own page: the first one that is drawn as text. */
export function nameColumnOf(columns: readonly TableColumn[]): string | undefined {
  return columns.find(
    ({ meta, number }) => !(number || meta.boolean || meta.icon || meta.slot || meta.clickable),
  )?.name;
}
