import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { DataResponse, InitResponse, InitTemplate } from '@rowhouse/table-protocol';
import type { TableHttp } from './http/TableHttp.ts';
import type { TableProblem } from './http/TableProblem.ts';
import { requestSender, type SendRequest, transportOver } from './http/transport.ts';
import { snapshots } from './snapshots.ts';
import { type Browser, windowBrowser } from './state/Browser.ts';
import { filterChoices } from './state/filterChoices.ts';
import { translator } from './state/messages.ts';
import { dataPayload } from './state/payload.ts';
import { readData } from './state/responses/readData.ts';
import { readInit } from './state/responses/readInit.ts';
import { readResponse } from './state/responses/shape.ts';
import { defaultState, type TableState, tableColumns } from './state/TableState.ts';
import { readUrl } from './state/urlState.ts';
import { useNewestRequest } from './state/useNewestRequest.ts';
import { withoutClicks } from './state/useTableView.ts';
import type { TableColumn, TableRow, Translate } from './TableController.ts';

/** A row, and its position in the result of the table. */
export interface RecordPlace {
  /** Value of `dtRowId`, as text. */
  readonly row: string;
  /** Zero-based index in the result; null if it is not known. */
  readonly position: number | null;
}

export interface RecordClientOptions {
  /** Path of the table's init route. */
  readonly path: string;
  /** The row to show first; `setPlace` shows another. */
  readonly place: RecordPlace;
  /** The prefix of the table's parameters in the page's address, from which search, filters and sort are read. */
  readonly url: string;
  /** A function like `fetch`, or an Axios instance; `globalThis.fetch` by default. */
  readonly http?: TableHttp;
  /** Translates the texts of problems. English by default. */
  readonly i18n?: Translate;
  /** `window` by default; null for none. */
  readonly browser?: Browser | null;
}

/** A row of a table at a moment. Members that did not change are the same objects as before. */
export interface RecordSnapshot {
  /** Null until init is read. */
  readonly template: InitTemplate | null;
  /** In template order, including those that are not visible in the table; empty until init is read. */
  readonly columns: readonly TableColumn[];
  /** Null until it is read, and if there is none. */
  readonly row: TableRow | null;
  /** The table has no such row. */
  readonly missing: boolean;
  readonly loading: boolean;
  /** True if the request takes longer than 3 s. */
  readonly slow: boolean;
  readonly problem: TableProblem | null;
  /** Zero-based index in the result; null if it is not known, or the row is not in the result. */
  readonly position: number | null;
  /** Number of rows in the result; null if they are not counted. */
  readonly count: number | null;
  /** Rows per page of the table; null until init is read. */
  readonly length: number | null;
  /** Null at the ends of the result, and if the position is not known. */
  readonly previous: RecordPlace | null;
  readonly next: RecordPlace | null;
}

/** A row of a table without a user interface. */
export interface RecordClient {
  readonly translate: Translate;
  /** The state; the same object until something has changed. */
  getSnapshot(): RecordSnapshot;
  /**
   * Calls `listener` synchronously after each change, until the returned function is called. An error that it throws is
   * rethrown in a microtask.
   */
  subscribe(listener: () => void): () => void;
  /** Shows the row at another place, unless it is the one that is shown. */
  setPlace(place: RecordPlace): void;
  /** Reads the row again. Resolves when the request has succeeded or failed. */
  reload(): Promise<void>;
  /** Aborts requests, and stops timers and listeners. The last state stays. */
  stop(): void;
}

interface FoundRow {
  readonly row: TableRow | null;
  readonly body: DataResponse<TableRow>;
  readonly position: number | null;
  readonly previous: TableRow | undefined;
  readonly next: TableRow | undefined;
}

/** A row and its neighbours. */
const span = 3;

/**
 * One row of a table, and the rows before and after it in the result that the page's address describes: with the search,
 * filters and sort of the table. With a position, one request reads the row there with its neighbours; if another row is
 * there by now, or without a position, the row is read by its identifier, which also finds its position.
 *
 * Reads immediately, and again when the browser is back online. Ends with its `stop`.
 */
export function createRecordClient(options: RecordClientOptions): RecordClient {
  const { url, browser = windowBrowser() } = options;
  const stopping = new AbortController();
  const lifetime = stopping.signal;
  const translate = translator(options.i18n);
  const newest = useNewestRequest(lifetime);
  const init = signal<InitResponse | null>(null);
  const shown = signal<FoundRow | null>(null);
  const template = computed(() => init.value?.template ?? null);
  let { place } = options;
  /** True after the server has refused the state of the address. */
  let isRefused = false;

  function stateOf(response: InitResponse): TableState {
    const found =
      browser && !isRefused
        ? readUrl(browser.location.search, url, response, filterChoices(response.template))
        : null;

    return { ...defaultState(response), ...found };
  }

  const find = rowFinder({
    path: options.path,
    send: requestSender(transportOver(options.http), translate),
    init,
    stateOf,
    translate,
  });

  async function reload(): Promise<void> {
    const wanted = place;
    // The row before stays until this one is read, but not after a failure.
    await newest.start<FoundRow>({
      isLoading: true,
      send: (signal) => find(wanted, signal),
      accept: (found) => {
        shown.value = found;
        return undefined;
      },
      refuse: ({ kind }) => {
        if (kind !== 'refused' || isRefused || init.value === null) return undefined;
        isRefused = true;
        return 'again';
      },
    });
    if (newest.problem.value) shown.value = null;
  }

  function setPlace(wanted: RecordPlace): void {
    const { row, position } = wanted;
    if (row === place.row && position === place.position) return;

    place = wanted;
    // The place only received the position that was found.
    const isShown =
      shown.value?.row && idOf(shown.value.row, template.value) === row && shown.value.position === position;
    if (!isShown) void reload();
  }

  function onOnline(): void {
    if (newest.problem.value?.kind === 'offline') void reload();
  }

  browser?.addEventListener('online', onOnline);
  lifetime.addEventListener('abort', () => browser?.removeEventListener('online', onOnline));
  void reload();

  const { loading, slow, problem } = newest;

  return {
    translate,
    ...snapshots<RecordSnapshot>(
      { template, ...foundMembers(init, shown, stateOf), loading, slow, problem },
      lifetime,
    ),
    setPlace,
    reload,
    stop: () => stopping.abort(),
  };
}

function foundMembers(
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
        { visible: [], sort: [], order: [], widths: {}, pinned: {} },
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

interface RowFinderContext {
  readonly path: string;
  readonly send: SendRequest;
  readonly init: Signal<InitResponse | null>;
  readonly translate: Translate;
  /** The state of the table that the rows are read with. */
  stateOf(response: InitResponse): TableState;
}

/** Reads a row with its neighbours, and init before the first. */
function rowFinder({ path, send, init, translate, stateOf }: RowFinderContext) {
  async function readInitOnce(signal: AbortSignal): Promise<InitResponse> {
    const response = await send({ method: 'GET', path, signal }, 'init');

    return readResponse('init', readInit, response, translate);
  }

  return async (wanted: RecordPlace, signal: AbortSignal): Promise<FoundRow> => {
    init.value ??= await readInitOnce(signal);
    const { template } = init.value;
    const state = stateOf(init.value);
    const isWanted = (row: TableRow) => idOf(row, template) === wanted.row;

    async function read(changes: Partial<TableState>, row?: string): Promise<DataResponse<TableRow>> {
      const payload = dataPayload({ ...state, ...changes }, {});
      const meta = { ...payload.meta, ...(row !== undefined && { row }) };
      const response = await send(
        { method: template.method, path: template.readPath, payload: { ...payload, meta }, signal },
        'data',
      );

      return readResponse('data', readData, response, translate);
    }

    /** Null if the row is not at the position. */
    async function readAt(position: number): Promise<FoundRow | null> {
      const start = Math.max(0, position - 1);
      const body = await read({ start, length: Math.min(span, Math.max(...template.lengthMenu)) });
      const index = position - start;
      const row = body.data[index];
      if (!row || body.data.findIndex(isWanted) !== index) return null;

      return { row, body, position, previous: body.data[index - 1], next: body.data[index + 1] };
    }

    const there = wanted.position === null ? null : await readAt(wanted.position);
    if (there) return there;

    const body = await read({ start: 0, length: init.value.meta.length }, wanted.row);
    // A server that cannot read one row returns the first page.
    const row = body.data.find(isWanted) ?? null;
    const position = body.position ?? null;
    const found = row === null || position === null ? null : await readAt(position);

    return found ?? { row, body, position: null, previous: undefined, next: undefined };
  };
}

function idOf(row: TableRow, template: InitTemplate | null): string {
  return String(row[template?.dtRowId ?? 'dtRowId'] ?? '');
}

function countOf(body: DataResponse<TableRow> | undefined): number | null {
  if (body === undefined) return null;
  if (body.fullRecordInfo) return body.filtered;

  return body.filters || body.estimated ? null : body.count;
}
