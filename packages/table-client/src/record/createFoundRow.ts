import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { DataResponse, InitResponse } from '@rowhouse/table-protocol';
import { withoutClicks } from '../columns/createColumns.ts';
import { tableColumns } from '../columns/tableColumns.ts';
import { filterChoices } from '../filters/filterChoices.ts';
import { createNewestRequest, whenOnline } from '../requests/createNewestRequest.ts';
import { defaultState } from '../state/defaultState.ts';
import { readUrl } from '../state/urlState.ts';
import type { Browser } from '../table/Browser.ts';
import type { TableRow } from '../table/TableRow.ts';
import { byLabel, type TableState } from '../table/TableState.ts';
import { type FoundRow, idOf, type RecordPlace, type RowFinderContext, rowFinder } from './rowFinder.ts';

interface FoundRowContext extends Omit<RowFinderContext, 'init' | 'stateOf'> {
  /** The prefix of the table's parameters in the page's address. */
  readonly url: string;
  /** The row to find first. */
  readonly place: RecordPlace;
  readonly browser: Browser | null;
  readonly lifetime: AbortSignal;
  /** Called when another response is shown. */
  onShown(): void;
}

/** The row at a place, read with the state of the table in the page's address. */
export function createFoundRow(context: FoundRowContext) {
  const { url, browser, lifetime } = context;
  const init = signal<InitResponse | null>(null);
  const shown = signal<FoundRow | null>(null);
  const template = computed(() => init.value?.template ?? null);
  const { loading, slow, problem, start } = createNewestRequest(lifetime);
  const find = rowFinder({ ...context, init, stateOf });
  let { place } = context;
  /** True after the server has refused the state of the address. */
  let isRefused = false;

  function stateOf(response: InitResponse): TableState {
    const found =
      browser && !isRefused
        ? readUrl(browser.location.search, url, response, filterChoices(response.template))
        : null;

    return { ...defaultState(response), ...found };
  }

  async function reload(): Promise<void> {
    const wanted = place;
    // The previous row stays until this one is read, but not after a failure.
    await start<FoundRow>({
      isLoading: true,
      send: (signal) => find(wanted, signal),
      accept: (found) => {
        shown.value = found;
        context.onShown();
        return undefined;
      },
      refuse: ({ kind }) => {
        if (kind !== 'refused' || isRefused || init.value === null) return undefined;
        isRefused = true;
        return 'again';
      },
    });
    if (problem.value) shown.value = null;
  }

  function setPlace(wanted: RecordPlace): void {
    const { row, position } = wanted;
    if (row === place.row && position === place.position) return;

    place = wanted;
    // Only the found position was added to the place.
    const isShown =
      shown.value?.row && idOf(shown.value.row, template.value) === row && shown.value.position === position;
    if (!isShown) void reload();
  }

  whenOnline({ problem, browser, lifetime }, reload);

  return {
    template,
    reload,
    setPlace,
    rowId: (row: TableRow) => idOf(row, template.value),
    /** Replaces the row that is shown. */
    changeRow(change: (row: TableRow) => TableRow): void {
      const now = shown.value;
      if (now?.row) shown.value = { ...now, row: change(now.row) };
    },
    snapshot: { template, ...foundSnapshot(init, shown, stateOf), loading, slow, problem },
  };
}

function foundSnapshot(
  init: ReadonlySignal<InitResponse | null>,
  shown: ReadonlySignal<FoundRow | null>,
  stateOf: (response: InitResponse) => TableState,
) {
  const neighbour = (row: TableRow | undefined, step: number): RecordPlace | null =>
    row === undefined
      ? null
      : { row: idOf(row, init.value?.template ?? null), position: (shown.value?.position ?? 0) + step };

  return {
    columns: computed(() =>
      tableColumns(
        init.value?.template.columns ?? [],
        { visible: [], sort: [], order: [], widths: {}, pinned: {}, groupBy: [], groupSort: byLabel },
        [],
      ).map(withoutClicks),
    ),
    row: computed(() => shown.value?.row ?? null),
    missing: computed(() => shown.value !== null && shown.value.row === null),
    position: computed(() => shown.value?.position ?? null),
    count: computed(() => countOf(shown.value?.body)),
    length: computed(() => (init.value ? stateOf(init.value).length : null)),
    previous: computed(() => neighbour(shown.value?.previous, -1)),
    next: computed(() => neighbour(shown.value?.next, 1)),
  };
}

function countOf(body: DataResponse<TableRow> | undefined): number | null {
  if (body === undefined) return null;
  if (body.fullRecordInfo) return body.filtered;

  return body.filters || body.estimated ? null : body.count;
}
