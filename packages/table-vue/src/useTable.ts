import type {
  ActionFailure,
  DataPayload,
  DataResponse,
  InitButton,
  InitColumn,
  InitResponse,
} from '@rowhouse/table-protocol';
import { computed, type MaybeRefOrGetter, reactive, ref, shallowRef, toValue, watch } from 'vue';
import { rowName } from './cells/rowName.ts';
import { requestSender } from './http/sendRequest.ts';
import type { TableHttp } from './http/TableHttp.ts';
import { transportOver } from './http/transport.ts';
import { describeResults, describeSort, sayAgain } from './state/announcements.ts';
import { type Browser, windowBrowser } from './state/Browser.ts';
import { describeSubject, type Subject } from './state/describeSubject.ts';
import { filterChoices } from './state/filterChoices.ts';
import { readFilterOptions } from './state/filterOptions.ts';
import { dataPayload, exportPayload, type HostWishes, resultKey } from './state/payload.ts';
import { withRowPage } from './state/rowPage.ts';
import { browserStorage, type TableStorage } from './state/storedState.ts';
import type { TableState } from './state/TableState.ts';
import { tableColumns } from './state/tableColumns.ts';
import { tableCommands } from './state/tableCommands.ts';
import { translator } from './state/translator.ts';
import { type RouteTarget, useButtons } from './state/useButtons.ts';
import { useJobs } from './state/useJobs.ts';
import { useNotices } from './state/useNotices.ts';
import { useSelection } from './state/useSelection.ts';
import { useTableRequests } from './state/useTableRequests.ts';
import { useTableState } from './state/useTableState.ts';
import type {
  FilterChoice,
  RowId,
  TableColumn,
  TableController,
  TableRow,
  Translate,
} from './TableController.ts';

/** A row of a page, for a link to it. */
export interface RowPlace {
  readonly id: RowId;
  /** Zero-based index in the whole result. */
  readonly position: number;
}

/** What `useTable` is told. `filters`, `intervals` and `params` may change: the table then goes to its first page. */
export interface UseTableOptions {
  /** Names the table where its state is kept; unique in the application. */
  readonly id: string;
  /** Path of the init route. */
  readonly path: string;
  /** A function like `fetch`, or an Axios instance; `window.fetch` by default. */
  readonly http?: TableHttp;
  /** Translates the texts of the template and of the component; parameters that it leaves in are filled in. English by default. */
  readonly i18n?: Translate;
  /** table → column → wanted value, or list of wanted values. */
  readonly filters?: MaybeRefOrGetter<DataPayload['filters'] | undefined>;
  /** table → column → `{min, max}`, both included. */
  readonly intervals?: MaybeRefOrGetter<DataPayload['intervals'] | undefined>;
  /** Free values for the server's query; init gets them, too. */
  readonly params?: MaybeRefOrGetter<DataPayload['params'] | undefined>;
  /** Keeps the state in the page's address, too: its parameters begin with the id, or with the text given here. */
  readonly url?: boolean | string;
  /** Where the state is kept from one visit to the next: `localStorage` by default, null for nowhere. */
  readonly storage?: TableStorage | null;
  /** Goes to a route of the application; without it, router buttons lead nowhere. */
  readonly navigate?: (target: RouteTarget) => unknown;
  /**
   * The address of a row's own page. Given it, rows have a link to that page, unless the template has a row button `show`.
   */
  readonly rowPage?: (place: RowPlace) => string;
  /** The address that a column's value in a row leads to, such as the page of another row; null for none. */
  readonly linkOf?: (column: string, row: TableRow) => string | null;
  /**
   * Hears every event: a button's `event` (with the row, if it is a row's), a `postEvent` with the body of the answer
   * (of an action in the background, when it has ended, with the job), `clicked` with `{column, row}`, `ready`,
   * `fetched` and `exported` with the body of the answer, and `reset`.
   */
  readonly onEvent?: (name: string, payload?: unknown) => void;
  /** False where nothing follows a click on a cell of a `clickable` column: it is drawn as text then. */
  readonly clickable?: boolean;
  /** What is used of the window, which is the default; null for none. */
  readonly browser?: Browser | null;
}

/**
 * A table's state and requests. Reads init at once, then the first page. Belongs to the effect scope (the component)
 * that it is called in, and stops with it.
 */
export function useTable(options: UseTableOptions): TableController {
  const { id, url = false, browser = windowBrowser(), storage = browserStorage() } = options;
  const translate = translator(options.i18n);
  const send = requestSender(transportOver(options.http), translate);
  const emit = (name: string, ...payload: readonly unknown[]) => options.onEvent?.(name, ...payload);
  const host = (): HostWishes => ({
    filters: toValue(options.filters),
    intervals: toValue(options.intervals),
    params: toValue(options.params),
  });

  const init = shallowRef<InitResponse | null>(null);
  const template = computed(() => {
    const given = init.value?.template ?? null;

    return given && options.rowPage ? withRowPage(given) : given;
  });
  const choices = computed(() => (template.value ? filterChoices(template.value) : []));
  const hidden = shallowRef<readonly string[]>([]);
  const announcement = ref('');
  let announcedSort: TableState['sort'] | null = null;

  const memory = useTableState({
    id,
    storage,
    urlPrefix: url === true ? id : url || null,
    browser,
    init,
    choices,
    onPop: () => requests.ask(),
  });
  const requests = useTableRequests({
    path: options.path,
    send,
    init,
    memory,
    browser,
    translate,
    host,
    onReady: () => emit('ready'),
    onFetched: ({ body, state, result }, before) => {
      if (before && before.result !== result) selection.clearSelected();
      foldGone();
      announce(body, state);
      emit('fetched', body);
    },
  });

  const { state } = memory;
  const body = computed(() => requests.shown.value?.body ?? null);
  const rows = computed<readonly TableRow[]>(() => body.value?.data ?? []);
  const templateColumns = computed(() => {
    const all = template.value?.columns ?? [];

    return options.clickable === false ? all.map(withoutClicks) : all;
  });
  const columns = computed(() => tableColumns(templateColumns.value, state.value, hidden.value));
  const page = computed(() => Math.floor(state.value.start / state.value.length) + 1);
  const pages = computed(() =>
    body.value && body.value.pagination.pages !== null
      ? Math.ceil(body.value.filtered / state.value.length)
      : null,
  );
  const hasNextPage = computed(() => {
    if (pages.value !== null) return page.value < pages.value;
    const { shown } = requests;
    if (!shown.value || rows.value.length < shown.value.state.length) return false;
    // An estimate may be too low.
    return (
      body.value?.estimated === true || state.value.start + state.value.length < (body.value?.count ?? 0)
    );
  });

  const { foldGone, forget, clear, ...selection } = useSelection(rows, rowId);
  const { notices, notify, dismissNotice } = useNotices();
  const { followJob, ...jobs } = useJobs({
    send,
    onEnd: (job, postEvent) => {
      if (postEvent) emit(postEvent, job);
      if (job.kind === 'action') void requests.reload();
    },
    onFailure: (message) => notify('danger', message),
  });
  const commands = tableCommands({ init, memory, pages, ask: requests.ask });
  const buttons = useButtons({
    template: () => template.value,
    send,
    payload: (kind) =>
      kind === 'export'
        ? exportPayload(state.value, host(), template.value?.columns ?? [])
        : dataPayload(state.value, host()),
    selected: () => selection.selected.value,
    rowId,
    failedRow,
    subject,
    emit,
    notify,
    translate,
    navigate: (target) => options.navigate?.(target),
    open: (path) => browser?.location.assign(path),
    rowPage: (row) =>
      options.rowPage?.({
        id: rowId(row),
        position: (requests.shown.value?.state.start ?? 0) + rows.value.indexOf(row),
      }) ?? null,
    follow: (job, postEvent) => {
      followJob(job, postEvent);
      if (job.kind === 'action') selection.clearSelected();
    },
    afterAction,
  });

  function rowId(row: TableRow): RowId {
    const value = row[template.value?.dtRowId ?? 'dtRowId'];

    return typeof value === 'number' ? value : String(value ?? '');
  }

  function failedRow({ dtRowId, name }: ActionFailure): string {
    if (name !== undefined) return name;
    const row = rows.value.find((shown) => String(rowId(shown)) === String(dtRowId));

    return describeSubject(
      { kind: 'row', ...rowName(columns.value, row ?? {}, dtRowId, translate) },
      translate,
    );
  }

  function subject({ action, selection: isForSelected }: InitButton, row?: TableRow): Subject | null {
    if (row) return { kind: 'row', ...rowName(columns.value, row, rowId(row), translate) };
    if (isForSelected) {
      const elsewhere = selection.selectedElsewhere.value;
      return { kind: 'selection', count: selection.selected.value.length, elsewhere };
    }

    return action === 'ajax' || action === 'export' ? { kind: 'result', count: resultCount() } : null;
  }

  /** Null unless the rows that the state asks for have been counted. */
  function resultCount(): number | null {
    const shown = requests.shown.value;
    if (shown?.result !== resultKey(state.value, host())) return null;
    const { fullRecordInfo, filters, estimated, filtered, count } = shown.body;
    if (fullRecordInfo) return filtered;

    return filters || estimated ? null : count;
  }

  function announce(answer: DataResponse, { sort }: TableState): void {
    const results = describeResults(answer, translate);
    const isResorted = announcedSort !== null && JSON.stringify(announcedSort) !== JSON.stringify(sort);
    const labels = new Map(template.value?.columns.map(({ name, label }) => [name, label]));
    const order = isResorted ? [describeSort(sort, (name) => labels.get(name) ?? name, translate)] : [];

    announcedSort = sort;
    announcement.value = sayAgain(announcement.value, [...order, results].join('. '));
  }

  async function afterAction({ method }: InitButton, row?: TableRow): Promise<void> {
    if (method === 'DELETE' && row) forget(rowId(row));
    if (!row) selection.clearSelected();
    await requests.reload();
  }

  async function reset(): Promise<void> {
    memory.forget();
    clear();
    buttons.cancelConfirmation();
    announcedSort = null;
    emit('reset');
    await requests.boot(false);
  }

  watch(
    () => JSON.stringify(host()),
    () => {
      memory.change({ start: 0 });
      requests.ask(template.value?.debounce);
    },
  );
  void requests.boot(true);

  return reactive({
    id,
    phase: computed(() => (init.value ? 'ready' : 'starting')),
    template,
    initMeta: computed(() => init.value?.meta ?? null),
    rows,
    body,
    loading: requests.loading,
    slow: requests.slow,
    problem: requests.problem,
    announcement,
    columns,
    shownColumns: computed(() => columns.value.filter((column) => column.visible && !column.hidden)),
    hiddenColumns: computed(() => columns.value.filter((column) => column.hidden)),
    search: computed(() => state.value.search),
    searchMode: computed(() => state.value.searchMode),
    start: computed(() => state.value.start),
    length: computed(() => state.value.length),
    page,
    pages,
    hasNextPage,
    sort: computed(() => state.value.sort),
    viewModes: computed(() => state.value.viewModes),
    filters: computed(() => state.value.filters),
    filterChoices: choices,
    cellLink: (column: string, row: TableRow) => options.linkOf?.(column, row) ?? null,
    ...selection,
    ...commands,
    ...buttons,
    notices,
    dismissNotice,
    failedRow,
    ...jobs,
    translate,
    rowId,
    rowNumber: (indexOnPage: number) => (requests.shown.value?.state.start ?? 0) + indexOnPage + 1,
    setHidden: (names: readonly string[]) => {
      if (JSON.stringify(names) !== JSON.stringify(hidden.value)) hidden.value = [...names];
    },
    reload: requests.reload,
    forceInfo: requests.forceInfo,
    reset,
    clickCell: (column: TableColumn, row: TableRow) => emit('clicked', { column, row }),
    filterOptions: (choice: FilterChoice, query: string) => readFilterOptions(choice, query, send, translate),
  } satisfies Record<keyof TableController, unknown>);
}

function withoutClicks(column: InitColumn): InitColumn {
  return { ...column, meta: { ...column.meta, clickable: false } };
}
