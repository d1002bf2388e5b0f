import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { ShownResponse } from '../requests/pageReader.ts';
import type { StateChanges } from '../table/StateChanges.ts';
import type { Feature } from '../table/snapshots.ts';
import type { TableRow } from '../table/TableRow.ts';
import type { PagesFunctions, PagesSnapshot } from './Pages.ts';
import { pageCommands } from './pageCommands.ts';

interface PagesContext extends StateChanges {
  readonly shown: ReadonlySignal<ShownResponse | null>;
  /** The rows of the open groups; null while the rows are not grouped. */
  readonly groupedRows: ReadonlySignal<readonly TableRow[] | null>;
}

export interface Pages extends Feature<PagesSnapshot, PagesFunctions> {
  /** The rows of the page, or of its open groups. */
  readonly rows: ReadonlySignal<readonly TableRow[]>;
}

/** The page, and its position among the others. */
export function createPages(context: PagesContext): Pages {
  const { state, shown, groupedRows } = context;
  const body = computed(() => shown.value?.body ?? null);
  const rows = computed(() => groupedRows.value ?? body.value?.data ?? []);
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
    rows,
    snapshot: {
      body,
      start: computed(() => state.value.start),
      length: computed(() => state.value.length),
      autoLength: computed(() => state.value.autoLength),
      page,
      pages,
      hasNextPage,
    },
    functions: pageCommands({ ...context, pages }),
  };
}
