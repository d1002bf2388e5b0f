import { batch } from '@preact/signals-core';
import type { TableHttp } from './http/TableHttp.ts';
import type { LiveSource } from './LiveRows.ts';
import { snapshots } from './snapshots.ts';
import type { Browser } from './state/Browser.ts';
import type { RouteTarget } from './state/buttonRunner.ts';
import { tableCommands } from './state/commands/tableCommands.ts';
import { useEditing } from './state/editing/useEditing.ts';
import { optionsLimits, readFilterOptions } from './state/filters/filterChoices.ts';
import { takeLinkedRows } from './state/linkedRows.ts';
import { useLiveRows } from './state/live/useLiveRows.ts';
import { usePhoneRows } from './state/phoneRows.ts';
import type { TableStorage } from './state/storedState.ts';
import { tableContext } from './state/tableContext.ts';
import { useActions } from './state/useActions.ts';
import { type RowPlace, usePageRows } from './state/usePageRows.ts';
import { useResult } from './state/useResult.ts';
import { useSummaries } from './state/useSummaries.ts';
import { useTableView } from './state/useTableView.ts';
import type { HostConditions, TableClient, TableRow, TableSnapshot, Translate } from './TableController.ts';
import type { TableViews } from './TableViews.ts';

/** Initial values of `filters`, `intervals` and `params`; `setHost` changes them. */
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
  /** Saved views of the table on a server, such as `httpTableViews`; none by default. */
  readonly views?: TableViews | null;
  /** False draws the cells of `clickable` columns as text; true by default. */
  readonly clickable?: boolean;
  /** Notifies a live table when its rows may have changed, so that it need not wait for its next poll. */
  readonly liveSource?: LiveSource;
  /** `window` by default; null for none. */
  readonly browser?: Browser | null;
}

/**
 * A table's state and requests, without a user interface. Reads init immediately, then the first page. Ends with its
 * `stop`.
 */
export function createTableClient(options: TableClientOptions): TableClient {
  const stopping = new AbortController();
  const table = tableContext(options, stopping.signal);
  const { template, send, translate, emit } = table;

  const result = useResult(table, {
    ...options,
    notify: (...message) => actions.notify(...message),
    onShown: (response, before) => {
      actions.followResult(response, before);
      rows.follow(before);
      editing.dropEdit();
      live.forget();
    },
  });
  const { tableState, boot, request } = result;
  const { state, arrange } = tableState;
  const shown = { ...table, ...result, state };
  const view = useTableView(shown, options.clickable !== false);
  const { columns, shownColumns } = view.snapshot;
  const rows = usePageRows({ ...shown, shownColumns, links: options });
  const page = { ...shown, ...rows };
  const actions = useActions({
    ...page,
    openView: result.snapshot,
    columns,
    navigate: (target) => options.navigate?.(target),
  });
  const editing = useEditing({ ...page, notify: actions.notify });
  const summaries = useSummaries(shown);
  const phone = usePhoneRows({ state, arrange });
  const live = useLiveRows({ ...page, source: options.liveSource, arrange });
  const commands = tableCommands({ ...page, columns, request });

  async function reset(): Promise<void> {
    batch(() => {
      actions.functions.clearSelected();
      rows.clearMarks();
      actions.functions.cancelConfirmation();
      editing.functions.cancelEdit();
      result.forget();
    });
    emit('reset');
    await boot(false);
  }

  function setHost(conditions: HostConditions): void {
    if (!table.setHost(conditions)) return;
    tableState.change({ start: 0 });
    request(template.value?.debounce);
  }

  const prefix = options.url === true ? options.id : options.url || null;
  const linked = table.browser && prefix !== null ? takeLinkedRows(table.browser, prefix) : [];
  void boot(true).then(() => {
    if (linked.length > 0 && template.value?.selectable) actions.functions.select(linked);
  });

  return {
    id: options.id,
    translate,
    ...snapshots<TableSnapshot>(
      {
        ...result.snapshot,
        ...view.snapshot,
        ...rows.snapshot,
        ...actions.snapshot,
        ...editing.snapshot,
        ...summaries.snapshot,
        ...live.snapshot,
        ...phone.snapshot,
      },
      table.lifetime,
    ),
    ...result.functions,
    ...commands,
    ...view.functions,
    ...rows.functions,
    ...actions.functions,
    ...editing.functions,
    ...summaries.functions,
    ...live.functions,
    ...phone.functions,
    ...{ reset, setHost },
    filterOptions: (choice, query, limit = optionsLimits.first) =>
      readFilterOptions(choice, { query, limit }, send, translate),
    stop: () => stopping.abort(),
  };
}
