import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitResponse, TableView, TableViewsResponse } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../filters/Filters.ts';
import { linkedViewFailure } from '../http/TableProblem.ts';
import type { Translate } from '../language/translator.ts';
import type { OpenView } from '../state/OpenView.ts';
import type { Notify } from '../table/notices.ts';
import type { SnapshotSignals } from '../table/snapshots.ts';
import type { TableState } from '../table/TableState.ts';
import type { TableViews, ViewSnapshot } from './TableViews.ts';
import { type ViewList, viewList } from './viewList.ts';
import { type Attempt, attempts, type ViewNotices, viewNotices } from './viewNotices.ts';
import { openedState, savedState, type ViewedTable, viewKey } from './viewState.ts';

export interface ViewsContext {
  readonly source: TableViews;
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly choices: ReadonlySignal<readonly FilterChoice[]>;
  /** The view that the address names; null for none. */
  linked(): string | null;
  readonly notify: Notify;
  readonly translate: Translate;
}

/** Maximum time that the table waits for its views, in ms. */
const longestWait = 5000;

export interface Views {
  readonly source: TableViews;
  readonly list: ViewList;
  readonly notices: ViewNotices;
  /** The open view; null for none. */
  readonly view: ReadonlySignal<TableView | null>;
  /** Null until init is read. */
  readonly table: ReadonlySignal<ViewedTable | null>;
  readonly open: OpenView;
  readonly attempt: Attempt;
  /** The id, by default that of the open view. Throws if none is open. */
  idOf(wanted: string | undefined): string;
  /** Reads a view that is not in the list; a notice says why it cannot be opened. */
  add(wanted: string): Promise<void>;
  /** Reads the views again. */
  reload(): Promise<void>;
  /**
   * Reads the list before the table opens, and with `restore` the view of the address. A table also opens without the
   * list, but not without that view: then it throws `TableFailure`.
   */
  prepare(restore: boolean): Promise<void>;
}

/** The views that the user sees, and which of them is open. */
export function createViews({ source, init, choices, linked, notify, translate }: ViewsContext): Views {
  const notices = viewNotices(notify, translate);
  const list = viewList();
  const { listed, find, put } = list;
  const id = signal<string | null>(null);
  const view = computed(() => find(id.value));
  const table = computed<ViewedTable | null>(() =>
    init.value ? { init: init.value, choices: choices.value } : null,
  );

  function accept(response: TableViewsResponse): void {
    const before = view.value;
    batch(() => {
      listed.value = response;
      if (!before || view.value) return;
      id.value = null;
      notices.deleted(before.name);
    });
  }

  async function reload(): Promise<void> {
    accept(await source.list());
  }

  async function add(wanted: string): Promise<void> {
    try {
      put(await source.read(wanted));
    } catch (error) {
      notices.unread(error);
    }
  }

  async function readAll(): Promise<void> {
    try {
      await reload();
    } catch (error) {
      notices.unlisted(error);
      return;
    }
  }

  /** Reads the view of a link. Throws `TableFailure`: without the view, the table would show other rows. */
  async function readLinked(wanted: string): Promise<void> {
    try {
      put(await source.read(wanted));
    } catch (error) {
      throw linkedViewFailure(error, translate);
    }
  }

  function stateOf(wanted: string): Partial<TableState> | null {
    const found = find(wanted);
    if (!found || !table.value) return null;
    const { state, missing } = openedState(found.state, table.value);
    if (missing.length > 0) notices.incomplete(found.name, missing);

    return state;
  }

  const open: OpenView = {
    id,
    set: (wanted) => {
      id.value = find(wanted) ? wanted : null;
    },
    defaultId: list.defaultId,
    stateOf,
    isChanged: changedView(view, table),
    onRefused: (refused) => notices.refused(find(refused)?.name ?? refused),
  };

  return {
    source,
    list,
    notices,
    view,
    table,
    add,
    reload,
    open,
    attempt: attempts(source, notices),
    idOf(wanted) {
      const found = wanted ?? view.value?.id;
      if (found === undefined) throw new Error(translate('Open a view first.'));

      return found;
    },
    prepare: async (restore) => {
      const wanted = restore ? linked() : null;
      await within(longestWait, readAll());
      if (wanted !== null && !find(wanted)) await readLinked(wanted);
    },
  };
}

/** Whether a state differs from the open view. */
function changedView(
  view: ReadonlySignal<ViewSnapshot['view']>,
  table: ReadonlySignal<ViewedTable | null>,
): OpenView['isChanged'] {
  const openKey = computed(() => {
    if (!view.value || !table.value) return null;
    const { missing } = openedState(view.value.state, table.value);

    return missing.length > 0 ? '' : viewKey(view.value.state, table.value);
  });

  return (state) =>
    openKey.value !== null &&
    table.value !== null &&
    viewKey(savedState(state, table.value), table.value) !== openKey.value;
}

/** Resolves when `work` has ended, or after `wait` ms. */
async function within(wait: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Promise((resolve) => {
    timer = setTimeout(resolve, wait);
  });
  await Promise.race([work, waiting]);
  clearTimeout(timer);
}

/** The members of the snapshot. */
export function viewMembersOf(
  { list: { listed }, view, open }: Views,
  state: ReadonlySignal<TableState>,
): SnapshotSignals<ViewSnapshot> {
  return {
    views: computed(() => listed.value.views),
    view,
    viewChanged: computed(() => open.isChanged(state.value)),
    ownDefaultView: computed(() => listed.value.defaults.me),
    viewRoles: computed(() => listed.value.roles),
  };
}
