import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitButton, InitResponse, InitTemplate } from '@rowhouse/table-protocol';
import type { TableHttp } from './http/TableHttp.ts';
import { requestSender, transportOver } from './http/transport.ts';
import { snapshots } from './snapshots.ts';
import { type Browser, windowBrowser } from './state/Browser.ts';
import type { RouteTarget } from './state/buttonRunner.ts';
import { filterChoices, readFilterOptions } from './state/filterChoices.ts';
import { translator, useAnnouncement } from './state/messages.ts';
import { dataPayload, exportPayload } from './state/payload.ts';
import { browserStorage, type TableStorage } from './state/storedState.ts';
import { actionSubjects } from './state/subjects.ts';
import type { TableState } from './state/TableState.ts';
import { tableCommands } from './state/tableCommands.ts';
import { useJobs, useNotices } from './state/useActionResults.ts';
import { useButtons, withRowPage } from './state/useButtons.ts';
import { useSelection } from './state/useSelection.ts';
import { useTableRequests } from './state/useTableRequests.ts';
import { useTableState } from './state/useTableState.ts';
import { nameColumnOf, useTablePage, useTableView } from './state/useTableView.ts';
import type {
  HostConditions,
  RowId,
  TableClient,
  TableColumn,
  TableRow,
  TableSnapshot,
  Translate,
} from './TableController.ts';

/** A row of a page, for a link to it. */
export interface RowPlace {
  readonly id: RowId;
  /** Zero-based index in the whole result. */
  readonly position: number;
}

/** `filters`, `intervals` and `params` are the first ones; `setHost` changes them. */
export interface TableClientOptions extends HostConditions {
  /** Key of the table in the storage; unique in the application. */
  readonly id: string;
  /** Path of the init route. */
  readonly path: string;
  /** A function like `fetch`, or an Axios instance; `globalThis.fetch` by default. */
  readonly http?: TableHttp;
  /** Translates the texts of the template and of the component; `{…}` parameters may remain in its result. English by default. */
  readonly i18n?: Translate;
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
 * A table's state and requests, without a user interface. Reads init immediately, then the first page. Ends with its
 * `stop`.
 */
export function createTableClient(options: TableClientOptions): TableClient {
  const { id, path, url = false, browser = windowBrowser(), storage = browserStorage() } = options;
  const stopping = new AbortController();
  const lifetime = stopping.signal;
  const connection = connect(options, lifetime);
  const { send, translate, emit, host } = connection;
  const init = signal<InitResponse | null>(null);
  const template = computed(() => {
    const given = init.value?.template ?? null;

    return given && options.rowPage ? withRowPage(given) : given;
  });
  const choices = computed(() => (template.value ? filterChoices(template.value) : []));
  const { announcement, announce, forgetSort } = useAnnouncement(template, translate);

  const urlPrefix = url === true ? id : url || null;
  const onPop = () => requests.request();
  const tableState = useTableState({ id, storage, urlPrefix, browser, lifetime, init, choices, onPop });
  const requests = useTableRequests({
    path,
    send,
    init,
    tableState,
    browser,
    lifetime,
    translate,
    host,
    onReady: () => emit('ready'),
    onShown: ({ body, state, result }, before) => {
      if (before && before.result !== result) selection.clearSelected();
      selection.collapseRemoved();
      announce(body, state);
    },
    onFetched: ({ body }) => emit('fetched', body),
  });
  const { rowNumber, ...page } = useTablePage(tableState.state, requests.shown);
  const { setHidden, ...view } = useTableView(template, tableState.state, options.clickable !== false);
  const rowId = (row: TableRow): RowId => {
    const value = row[template.value?.dtRowId ?? 'dtRowId'];

    return typeof value === 'number' ? value : String(value ?? '');
  };
  const selection = useSelection(page.rows, rowId);
  const rowPage = (row: TableRow) =>
    options.rowPage?.({ id: rowId(row), position: rowNumber(page.rows.value.indexOf(row)) - 1 }) ?? null;
  const actions = useActions({
    options,
    connection,
    browser,
    lifetime,
    template,
    state: tableState.state,
    requests,
    rowPage,
    columns: view.columns,
    selection,
    rowId,
  });
  const commands = tableCommands({ init, tableState, pages: page.pages, request: requests.request });

  const nameColumn = computed(() => nameColumnOf(view.shownColumns.value));

  async function reset(): Promise<void> {
    batch(() => {
      tableState.forget();
      selection.clear();
      actions.cancelConfirmation();
      forgetSort();
    });
    emit('reset');
    await requests.boot(false);
  }

  function setHost(conditions: HostConditions): void {
    if (connection.setHost(conditions)) {
      tableState.change({ start: 0 });
      requests.request(template.value?.debounce);
    }
  }

  void requests.boot(true);

  const { loading, slow, problem, reload, forceInfo } = requests;
  const { selected, pageSelected, selectedElsewhere, expanded, highlighted, ...selecting } = selection;
  const { collapseRemoved: _collapse, forget: _forget, clear: _clear, ...selectCommands } = selecting;
  const { notices, jobs, confirmation, busyButtons, ...buttonCommands } = actions;

  return {
    id,
    translate,
    ...snapshots<TableSnapshot>(
      {
        phase: computed(() => (init.value ? 'ready' : 'starting')),
        template,
        initMeta: computed(() => init.value?.meta ?? null),
        announcement,
        filterChoices: choices,
        ...{ loading, slow, problem },
        ...page,
        ...view,
        ...{ selected, pageSelected, selectedElsewhere, expanded, highlighted },
        ...{ notices, jobs, confirmation, busyButtons },
      },
      lifetime,
    ),
    ...{ rowId, rowNumber, setHidden, reload, forceInfo, reset, setHost },
    ...commands,
    ...selectCommands,
    ...buttonCommands,
    cellLink: (column, row) =>
      options.linkOf?.(column, row) ?? (column === nameColumn.value ? rowPage(row) : null),
    clickCell: (column, row) => emit('clicked', { column, row }),
    filterOptions: (choice, query) => readFilterOptions(choice, query, send, translate),
    stop: () => stopping.abort(),
  };
}

/** How the table reaches its server and its host. */
function connect(options: TableClientOptions, lifetime: AbortSignal) {
  const translate = translator(options.i18n);
  let host = hostConditions(options);
  let known = JSON.stringify(host);

  return {
    translate,
    send: requestSender(transportOver(options.http), translate),
    emit: (name: string, ...payload: readonly unknown[]) => options.onEvent?.(name, ...payload),
    host: () => host,
    /** True if the conditions are others than before. */
    setHost(conditions: HostConditions): boolean {
      const before = known;
      host = hostConditions(conditions);
      known = JSON.stringify(host);

      return known !== before && !lifetime.aborted;
    },
  };
}

function hostConditions({ filters, intervals, params }: HostConditions): HostConditions {
  return { filters, intervals, params };
}

interface ActionsContext {
  readonly options: TableClientOptions;
  readonly connection: ReturnType<typeof connect>;
  readonly browser: Browser | null;
  readonly lifetime: AbortSignal;
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly state: ReadonlySignal<TableState>;
  readonly requests: ReturnType<typeof useTableRequests>;
  readonly columns: ReadonlySignal<readonly TableColumn[]>;
  readonly selection: ReturnType<typeof useSelection>;
  rowId(row: TableRow): RowId;
  rowPage(row: TableRow): string | null;
}

/** Buttons, and the notices and jobs that come of them. */
function useActions(context: ActionsContext) {
  const { options, connection, browser, lifetime, template, state, requests, selection, rowId } = context;
  const { send, translate, emit, host } = connection;
  const { notify, ...notices } = useNotices();
  const { followJob, ...jobs } = useJobs({
    send,
    lifetime,
    onEnd: (job, postEvent) => {
      if (postEvent) emit(postEvent, job);
      if (job.kind === 'action') void requests.reload();
    },
    onFailure: (message) => notify('danger', message),
  });
  const { subject, failedRow } = actionSubjects({
    columns: context.columns,
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
  const buttons = useButtons({
    template: () => template.value,
    lifetime,
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
    rowPage: context.rowPage,
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

  return { ...notices, ...jobs, ...buttons, failedRow };
}
