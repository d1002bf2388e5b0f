import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { TableRow } from '../TableController.ts';
import type { useGroups } from './grouping/useGroups.ts';
import type { ShownResponse } from './pageReader.ts';
import type { TableState } from './TableState.ts';

/** The rows of the page, and its position among the pages. */
export function useTablePage(
  state: ReadonlySignal<TableState>,
  shown: ReadonlySignal<ShownResponse | null>,
  groups: Pick<ReturnType<typeof useGroups>, 'rows' | 'placeOf'>,
) {
  const body = computed(() => shown.value?.body ?? null);
  const rows = computed<readonly TableRow[]>(() => groups.rows.value ?? body.value?.data ?? []);
  const firstIndex = computed(() => shown.value?.state.start ?? 0);
  const page = computed(() => Math.floor(state.value.start / state.value.length) + 1);
  const pages = computed(() =>
    body.value && body.value.pagination.pages !== null
      ? Math.ceil((shown.value?.groups?.count ?? body.value.filtered) / state.value.length)
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
    rowNumber: (indexOnPage: number) => groups.placeOf(indexOnPage) ?? firstIndex.value + indexOnPage + 1,
  };
}
