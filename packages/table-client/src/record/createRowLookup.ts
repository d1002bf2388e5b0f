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
import { idOf, type RecordLocation, type RowFinderContext, type RowLookup, rowFinder } from './rowFinder.ts';

interface RowLookupContext extends Omit<RowFinderContext, 'init' | 'stateOf'> {
  /** The prefix of the table's parameters in the page's address. */
  readonly url: string;
  /** The row to find first. */
  readonly location: RecordLocation;
  readonly browser: Browser | null;
  readonly lifetime: AbortSignal;
  /** Called when another response is shown. */
  onShown(): void;
}

/** The row at a place, read with the state of the table in the page's address. */
export function createRowLookup(context: RowLookupContext) {
  const { url, browser, lifetime } = context;
  const init = signal<InitResponse | null>(null);
  const shown = signal<RowLookup | null>(null);
  const template = computed(() => init.value?.template ?? null);
  const { loading, slow, problem, start } = createNewestRequest(lifetime);
  const find = rowFinder({ ...context, init, stateOf });
  let { location } = context;
  /** True after the server has refused the state of the address. */
  let isRefused = false;

  function stateOf(response: InitResponse): TableState {
    const lookup =
      browser && !isRefused
        ? readUrl(browser.location.search, url, response, filterChoices(response.template))
        : null;

    return { ...defaultState(response), ...lookup };
  }

  async function reload(): Promise<void> {
    const wanted = location;
    // The previous row stays until this one is read, but not after a failure.
    await start<RowLookup>({
      isLoading: true,
      send: (signal) => find(wanted, signal),
      accept: (lookup) => {
        shown.value = lookup;
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

  function setLocation(wanted: RecordLocation): void {
    const { row, position } = wanted;
    if (row === location.row && position === location.position) return;

    location = wanted;
    // Only the found position was added to the place.
    const isShown =
      shown.value?.row && idOf(shown.value.row, template.value) === row && shown.value.position === position;
    if (!isShown) void reload();
  }

  whenOnline({ problem, browser, lifetime }, reload);

  return {
    template,
    reload,
    setLocation,
    rowId: (row: TableRow) => idOf(row, template.value),
    /** Replaces the row that is shown. */
    changeRow(change: (row: TableRow) => TableRow): void {
      const now = shown.value;
      if (now?.row) shown.value = { ...now, row: change(now.row) };
    },
    snapshot: { template, ...lookupSnapshot(init, shown, stateOf), loading, slow, problem },
  };
}

function lookupSnapshot(
  init: ReadonlySignal<InitResponse | null>,
  shown: ReadonlySignal<RowLookup | null>,
  stateOf: (response: InitResponse) => TableState,
) {
  const neighbour = (row: TableRow | undefined, step: number): RecordLocation | null =>
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
