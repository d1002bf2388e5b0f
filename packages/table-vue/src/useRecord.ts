import type { DataResponse, InitResponse } from '@rowhouse/table-protocol';
import { computed, onScopeDispose, reactive, shallowRef, watch } from 'vue';
import { type CellDescription, describeCell } from './cells/describeCell.ts';
import { rowName } from './cells/rowName.ts';
import { malformedFailure } from './http/problems.ts';
import { requestSender } from './http/sendRequest.ts';
import type { TableHttp } from './http/TableHttp.ts';
import type { RequestPurpose, TableProblem } from './http/TableProblem.ts';
import { transportOver } from './http/transport.ts';
import { readData } from './state/answers/readData.ts';
import { readInit } from './state/answers/readInit.ts';
import { ShapeFault } from './state/answers/shape.ts';
import { type Browser, windowBrowser } from './state/Browser.ts';
import { filterChoices } from './state/filterChoices.ts';
import { dataPayload } from './state/payload.ts';
import { defaultState, type TableState } from './state/TableState.ts';
import { tableColumns } from './state/tableColumns.ts';
import { translator } from './state/translator.ts';
import { readUrl } from './state/urlState.ts';
import { useNewestRequest } from './state/useNewestRequest.ts';
import type { RowId, TableRow, Translate } from './TableController.ts';

/** One row, and where it is in the result that the user came from. */
export interface RecordPlace {
  /** Value of `dtRowId`, as text. */
  readonly row: string;
  /** Zero-based index in the result; null where it is not known. */
  readonly position: number | null;
}

export interface UseRecordOptions {
  /** Path of the table's init route. */
  readonly path: string;
  /** Which row is shown; a change reads another. */
  readonly place: () => RecordPlace;
  /** The prefix of the table's parameters in the page's address, from which search, filters and sort are read. */
  readonly url: string;
  /** A function like `fetch`, or an Axios instance; `window.fetch` by default. */
  readonly http?: TableHttp;
  readonly i18n?: Translate;
  /** What is used of the window, which is the default; null for none. */
  readonly browser?: Browser | null;
}

/** What `useRecord` returns; reactive. */
export interface TableRecord {
  /** In template order, those included that are not visible in the table; empty until init was answered. */
  readonly cells: readonly CellDescription[];
  /** Null until it is there, and where there is none. */
  readonly row: TableRow | null;
  /** What a person knows the row by; empty without a row. */
  readonly name: string;
  /** The table has no such row. */
  readonly missing: boolean;
  readonly loading: boolean;
  /** Whether the request has taken longer than a person waits unasked (3 s). */
  readonly slow: boolean;
  readonly problem: TableProblem | null;
  /** Zero-based index in the result; null where it is not known, or the row is not in it. */
  readonly position: number | null;
  /** Rows of the result; null where they are not counted. */
  readonly count: number | null;
  /** Rows of a page of the table; null until init was answered. */
  readonly length: number | null;
  /** Null at the ends of the result, and where the position is not known. */
  readonly previous: RecordPlace | null;
  readonly next: RecordPlace | null;
  readonly translate: Translate;
  /** The table's name, translated; empty until init was answered. */
  readonly tableName: string;
  reload(): Promise<void>;
}

interface Shown {
  readonly row: TableRow | null;
  readonly body: DataResponse<TableRow>;
  readonly position: number | null;
  readonly previous: TableRow | undefined;
  readonly next: TableRow | undefined;
}

/** A row with its neighbours. */
const span = 3;

/**
 * One row of a table, and the rows before and after it in the result that the page's address describes: with the search,
 * filters and sort of the table. Given a position, the row is read there, by one request with its neighbours; where another
 * row is there by now, or no position is given, the row is read by its identifier, which also finds its position.
 *
 * Reads immediately, and again when the browser is back online. Belongs to the effect scope that it is called in.
 */
export function useRecord(options: UseRecordOptions): TableRecord {
  const { path, place, url, browser = windowBrowser() } = options;
  const translate = translator(options.i18n);
  const send = requestSender(transportOver(options.http), translate);
  const newest = useNewestRequest();
  const init = shallowRef<InitResponse | null>(null);
  const shown = shallowRef<Shown | null>(null);
  /** The server has refused what the address asks for. */
  let isRefused = false;

  const template = computed(() => init.value?.template ?? null);
  const columns = computed(() =>
    (template.value ? tableColumns(template.value.columns, { visible: [], sort: [] }, []) : []).map(
      (column) => ({ ...column, meta: { ...column.meta, clickable: false } }),
    ),
  );
  const cells = computed(() => {
    const { align = [], aligns = { left: '', center: '', right: '' } } = template.value ?? {};

    return columns.value.map((column) => describeCell(column, { align, aligns, translate }));
  });

  const idOf = (row: TableRow): string => String(row[template.value?.dtRowId ?? 'dtRowId'] ?? '');

  function stateOf(answer: InitResponse): TableState {
    const found =
      browser && !isRefused
        ? readUrl(browser.location.search, url, answer, filterChoices(answer.template))
        : null;

    return { ...defaultState(answer), ...found };
  }

  async function find(wanted: RecordPlace, signal: AbortSignal): Promise<Shown> {
    init.value ??= checked('init', readInit, await send({ method: 'GET', path, signal }, 'init'));
    const answer = init.value;
    const read = async (changes: Partial<TableState>, row?: string) => {
      const { readPath, method } = answer.template;
      const payload = dataPayload({ ...stateOf(answer), ...changes }, {});
      const meta = { ...payload.meta, ...(row !== undefined && { row }) };

      return checked(
        'data',
        readData,
        await send({ method, path: readPath, payload: { ...payload, meta }, signal }, 'data'),
      );
    };
    const around = async (position: number) => {
      const start = Math.max(0, position - 1);
      const body = await read({ start, length: Math.min(span, Math.max(...answer.template.lengthMenu)) });

      return { body, start, index: body.data.findIndex((row) => idOf(row) === wanted.row) };
    };
    const withNeighbours = async (position: number): Promise<Shown | null> => {
      const { body, start, index } = await around(position);
      const isWhole = index === position - start;
      // Another row is there, or one of the neighbours is not among those read.
      if (!isWhole) return null;

      return {
        row: body.data[index] ?? null,
        body,
        position,
        previous: body.data[index - 1],
        next: body.data[index + 1],
      };
    };

    const there = wanted.position === null ? null : await withNeighbours(wanted.position);
    if (there) return there;

    const body = await read({ start: 0, length: answer.meta.length }, wanted.row);
    // A server that does not know how to read one row reads the first ones.
    const row = body.data.find((candidate) => idOf(candidate) === wanted.row) ?? null;
    const position = body.position ?? null;
    const found = row === null || position === null ? null : await withNeighbours(position);

    return found ?? { row, body, position: null, previous: undefined, next: undefined };
  }

  function checked<Answer>(
    purpose: RequestPurpose,
    reader: (answer: unknown) => Answer,
    answer: unknown,
  ): Answer {
    try {
      return reader(answer);
    } catch (error) {
      if (!(error instanceof ShapeFault)) throw error;
      throw malformedFailure(purpose, translate, {
        status: 200,
        path: error.path,
        fault: translate(error.message),
      });
    }
  }

  async function reload(): Promise<void> {
    const wanted = place();
    // The row before stands for this one while it is read, but never where it cannot be.
    await newest.start<Shown>({
      isLoading: true,
      send: (signal) => find(wanted, signal),
      accept: (answer) => {
        shown.value = answer;
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

  watch(
    () => JSON.stringify(place()),
    () => {
      const { row, position } = place();
      // Its position was found meanwhile, and written into the address.
      const isShown = shown.value?.row && idOf(shown.value.row) === row && shown.value.position === position;
      if (!isShown) void reload();
    },
  );

  function onOnline(): void {
    if (newest.problem.value?.kind === 'offline') void reload();
  }

  browser?.addEventListener('online', onOnline);
  onScopeDispose(() => browser?.removeEventListener('online', onOnline));
  void reload();

  const neighbour = (row: TableRow | undefined, step: number): RecordPlace | null =>
    row === undefined ? null : { row: idOf(row), position: (shown.value?.position ?? 0) + step };

  return reactive({
    cells,
    row: computed(() => shown.value?.row ?? null),
    name: computed(() => {
      const row = shown.value?.row;

      return row ? rowName(columns.value, row, idOf(row) as RowId, translate).name : '';
    }),
    missing: computed(() => shown.value !== null && shown.value.row === null),
    loading: newest.loading,
    slow: newest.slow,
    problem: newest.problem,
    position: computed(() => shown.value?.position ?? null),
    count: computed(() => countOf(shown.value?.body)),
    length: computed(() => (init.value ? stateOf(init.value).length : null)),
    previous: computed(() => neighbour(shown.value?.previous, -1)),
    next: computed(() => neighbour(shown.value?.next, 1)),
    translate,
    tableName: computed(() => (template.value ? translate(template.value.name) : '')),
    reload,
  } satisfies Record<keyof TableRecord, unknown>);
}

function countOf(body: DataResponse<TableRow> | undefined): number | null {
  if (body === undefined) return null;
  if (body.fullRecordInfo) return body.filtered;

  return body.filters || body.estimated ? null : body.count;
}
