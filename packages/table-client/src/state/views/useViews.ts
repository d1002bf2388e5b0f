import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitResponse, TableViewsResponse } from '@rowhouse/table-protocol';
import { linkedViewFailure } from '../../http/TableProblem.ts';
import type { FilterChoice, Translate } from '../../TableController.ts';
import type { TableViews, ViewSnapshot } from '../../TableViews.ts';
import type { TableState } from '../TableState.ts';
import type { Notify } from '../useActionResults.ts';
import type { OpenView } from './OpenView.ts';
import { viewList } from './viewList.ts';
import { attempts, viewNotices } from './viewNotices.ts';
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

/** The views that the user sees, and which of them is open. */
export function useViews({ source, init, choices, linked, notify, translate }: ViewsContext) {
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

  /** Reads the views again. */
  async function reload(): Promise<void> {
    accept(await source.list());
  }

  /** Reads a view that is not in the list; a notice says why it cannot be opened. */
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
    ...{ source, list, notices, view, table, add, reload, open },
    attempt: attempts(source, notices),
    /** The id, by default that of the open view. Throws if none is open. */
    idOf(wanted: string | undefined): string {
      const found = wanted ?? view.value?.id;
      if (found === undefined) throw new Error(translate('Open a view first.'));

      return found;
    },
    /**
     * Reads the list before the table opens, and with `restore` the view of the address. A table also opens without the
     * list, but not without that view: then it throws `TableFailure`.
     */
    prepare: async (restore: boolean) => {
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
  { list: { listed }, view, open }: ReturnType<typeof useViews>,
  state: ReadonlySignal<TableState>,
): { readonly [Name in keyof ViewSnapshot]: ReadonlySignal<ViewSnapshot[Name]> } {
  return {
    views: computed(() => listed.value.views),
    view,
    viewChanged: computed(() => open.isChanged(state.value)),
    ownDefaultView: computed(() => listed.value.defaults.me),
    viewRoles: computed(() => listed.value.roles),
  };
}
