import type { DataPayload, InitButton, InitResponse, InitTemplate } from '@rowhouse/table-protocol';
import { computed, type MaybeRefOrGetter, type Ref, reactive, shallowRef, toValue, watch } from 'vue';
import type { TableHttp } from './http/TableHttp.ts';
import { requestSender, transportOver } from './http/transport.ts';
import { type Browser, windowBrowser } from './state/Browser.ts';
import type { RouteTarget } from './state/buttonRunner.ts';
import { filterChoices, readFilterOptions } from './state/filterChoices.ts';
import { translator, useAnnouncement } from './state/messages.ts';
import { dataPayload, exportPayload, type HostConditions } from './state/payload.ts';
import { browserStorage, type TableStorage } from './state/storedState.ts';
import { actionSubjects } from './state/subjects.ts';
import type { TableState } from './state/TableState.ts';
import { tableCommands } from './state/tableCommands.ts';
import { useJobs, useNotices } from './state/useActionResults.ts';
import { useButtons, withRowPage } from './state/useButtons.ts';
import { useSelection } from './state/useSelection.ts';
import { useTableRequests } from './state/useTableRequests.ts';
import { useTableState } from './state/useTableState.ts';
import { useTablePage, useTableView } from './state/useTableView.ts';
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

/** `filters`, `intervals` and `params` may change: the table then shows its first page. */
export interface UseTableOptions {
  /** Key of the table in the storage; unique in the application. */
  readonly id: string;
  /** Path of the init route. */
  readonly path: string;
  /** A function like `fetch`, or an Axios instance; `window.fetch` by default. */
  readonly http?: TableHttp;
  /** Translates the texts of the template and of the component; `{…}` parameters may remain in its result. English by default. */
  readonly i18n?: Translate;
  /** table → column → value, or list of values. */
  readonly filters?: MaybeRefOrGetter<DataPayload['filters'] | undefined>;
  /** table → column → `{min, max}`, both included. */
  readonly intervals?: MaybeRefOrGetter<DataPayload['intervals'] | undefined>;
  /** Values for the server's query; sent to init, too. */
  readonly params?: MaybeRefOrGetter<DataPayload['params'] | undefined>;
  /** Keeps the state in the page's address, too. Its parameters have the prefix given here; `true` uses the id. */
  readonly url?: boolean | string;
  /** Keeps the state between visits; `localStorage` by default, null for none. */
  readonly storage?: TableStorage | null;
  /** Opens a route of the application; without it, router buttons do nothing. */
  readonly navigate?: (target: RouteTarget) => unknown;
  /**
   * The address of a row's own page. Its name, the first column that is drawn as text, links to it, and so does a row button
   * unless the template has one named `show`.
   */
  readonly rowPage?: (place: RowPlace) => string;
  /** The address that a column's value in a row links to, such as the page of another row; null for none. */
  readonly linkOf?: (column: string, row: TableRow) => string | null;
  /**
   * Called for every event: a button's `event` (with the row of a row button), a `postEvent` with the body of the response
   * (after the end of a background action, with the job), `clicked` with `{column, row}`, `ready`, `fetched` and `exported`
   * with the body of the response, and `reset`.
   */
  readonly onEvent?: (name: string, payload?: unknown) => void;
  /** False draws the cells of `clickable` columns as text; true by default. */
  readonly clickable?: boolean;
  /** `window` by default; null for none. */
  readonly browser?: Browser | null;
}

/**
 * A table's state and requests. Reads init immediately, then the first page. Belongs to the effect scope (the component)
 * that it is called in, and stops with it.
 */
export function useTable(options: UseTableOptions): TableController {
  const { id, path, url = false, browser = windowBrowser(), storage = browserStorage() } = options;
  const connection = connect(options);
  const { send, translate, emit, host } = connection;
  const init = shallowRef<InitResponse | null>(null);
  const template = computed(() => {
    const given = init.value?.template ?? null;

    return given && options.rowPage ? withRowPage(given) : given;
  });
  const choices = computed(() => (template.value ? filterChoices(template.value) : []));
  const { announcement, announce, forgetSort } = useAnnouncement(template, translate);

  const urlPrefix = url === true ? id : url || null;
  const onPop = () => requests.request();
  const tableState = useTableState({ id, storage, urlPrefix, browser, init, choices, onPop });
  const requests = useTableRequests({
    path,
    send,
    init,
    tableState,
    browser,
    translate,
    host,
    onReady: () => emit('ready'),
    onFetched: ({ body, state, result }, before) => {
      if (before && before.result !== result) selection.clearSelected();
      selection.collapseRemoved();
      announce(body, state);
      emit('fetched', body);
    },
  });
  const page = useTablePage(tableState.state, requests.shown);
  const view = useTableView(template, tableState.state, options.clickable !== false);
  const rowId = (row: TableRow): RowId => {
    const value = row[template.value?.dtRowId ?? 'dtRowId'];

    return typeof value === 'number' ? value : String(value ?? '');
  };
  const selection = useSelection(page.rows, rowId);
  const actions = useActions({
    options,
    connection,
    browser,
    template,
    state: tableState.state,
    requests,
    page,
    view,
    selection,
    rowId,
  });
  const commands = tableCommands({ init, tableState, pages: page.pages, request: requests.request });

  /** The column that leads to a row's own page: the first one that is drawn as text. */
  const nameColumn = computed(
    () =>
      view.shownColumns.value.find(
        ({ meta, number }) => !(number || meta.boolean || meta.icon || meta.slot || meta.clickable),
      )?.name,
  );

  async function reset(): Promise<void> {
    tableState.forget();
    selection.clear();
    actions.cancelConfirmation();
    forgetSort();
    emit('reset');
    await requests.boot(false);
  }

  watch(
    () => JSON.stringify(host()),
    () => {
      tableState.change({ start: 0 });
      requests.request(template.value?.debounce);
    },
  );
  void requests.boot(true);

  const { rowPage: _rowPage, ...drawnActions } = actions;
  const { shown: _shown, boot: _boot, request: _request, ...requested } = requests;
  const { collapseRemoved: _collapse, forget: _forget, clear: _clear, ...selected } = selection;

  return reactive({
    id,
    phase: computed(() => (init.value ? 'ready' : 'starting')),
    template,
    initMeta: computed(() => init.value?.meta ?? null),
    announcement,
    filterChoices: choices,
    translate,
    rowId,
    reset,
    ...requested,
    ...page,
    ...view,
    ...selected,
    ...drawnActions,
    ...commands,
    cellLink: (column: string, row: TableRow) =>
      options.linkOf?.(column, row) ?? (column === nameColumn.value ? actions.rowPage(row) : null),
    clickCell: (column: TableColumn, row: TableRow) => emit('clicked', { column, row }),
    filterOptions: (choice: FilterChoice, query: string) => readFilterOptions(choice, query, send, translate),
  } satisfies Record<keyof TableController, unknown>);
}

/** How the table reaches its server and its host. */
function connect(options: UseTableOptions) {
  const translate = translator(options.i18n);

  return {
    translate,
    send: requestSender(transportOver(options.http), translate),
    emit: (name: string, ...payload: readonly unknown[]) => options.onEvent?.(name, ...payload),
    host: (): HostConditions => ({
      filters: toValue(options.filters),
      intervals: toValue(options.intervals),
      params: toValue(options.params),
    }),
  };
}

interface ActionsContext {
  readonly options: UseTableOptions;
  readonly connection: ReturnType<typeof connect>;
  readonly browser: Browser | null;
  readonly template: Readonly<Ref<InitTemplate | null>>;
  readonly state: Readonly<Ref<TableState>>;
  readonly requests: ReturnType<typeof useTableRequests>;
  readonly page: ReturnType<typeof useTablePage>;
  readonly view: ReturnType<typeof useTableView>;
  readonly selection: ReturnType<typeof useSelection>;
  rowId(row: TableRow): RowId;
}

/** Buttons, and the notices and jobs that come of them. */
function useActions(context: ActionsContext) {
  const { options, connection, browser, template, state, requests, page, view, selection, rowId } = context;
  const { send, translate, emit, host } = connection;
  const { notify, ...notices } = useNotices();
  const { followJob, ...jobs } = useJobs({
    send,
    onEnd: (job, postEvent) => {
      if (postEvent) emit(postEvent, job);
      if (job.kind === 'action') void requests.reload();
    },
    onFailure: (message) => notify('danger', message),
  });
  const { subject, failedRow } = actionSubjects({
    columns: view.columns,
    shown: requests.shown,
    state,
    translate,
    host,
    rowId,
    selection: () => ({
      count: selection.selected.value.length,
      elsewhere: selection.selectedElsewhere.value,
    }),
  });
  const rowPage = (row: TableRow) =>
    options.rowPage?.({ id: rowId(row), position: page.rowNumber(page.rows.value.indexOf(row)) - 1 }) ?? null;
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
    rowPage,
    follow: (job, postEvent) => {
      followJob(job, postEvent);
      if (job.kind === 'action') selection.clearSelected();
    },
    afterAction: async ({ method }: InitButton, row?: TableRow) => {
      if (method === 'DELETE' && row) selection.forget(rowId(row));
      if (!row) selection.clearSelected();
      await requests.reload();
    },
  });

  return { ...notices, ...jobs, ...buttons, failedRow, rowPage };
}
