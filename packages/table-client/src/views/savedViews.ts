import { computed, signal } from '@preact/signals-core';
import { TableFailure } from '../http/TableProblem.ts';
import type { OpenView } from '../state/OpenView.ts';
import type { Browser } from '../table/Browser.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { Feature } from '../table/snapshots.ts';
import type { ConnectedViews, ConnectedViewsContext, ViewedState } from './connectViews.ts';
import type { TableViews, ViewFunctions, ViewSnapshot } from './TableViews.ts';

interface SavedViewsContext extends Omit<ConnectedViewsContext, 'source' | 'query' | 'prefix'> {
  /** Null without the option. */
  readonly source: TableViews | null;
  readonly browser: Browser | null;
  /** Prefix of the table's parameters in the address; null if the address is not used. */
  readonly urlPrefix: string | null;
}

export interface SavedViews {
  /** The part that the table's state needs. */
  readonly open: OpenView;
  /** Reads the views before the table opens. Throws `TableFailure` if that of a link cannot be opened. */
  prepare(restore: boolean): Promise<void>;
  /** Connects the views with the table's state; before `prepare`. */
  connect(state: ViewedState): Feature<ViewSnapshot, ViewFunctions>;
}

type Commands = ConnectedViews['functions'];

/**
 * The saved views of a table: the part that its state needs, and after `connect`, the commands. The code for views is
 * loaded if the table has the option.
 */
export function savedViews({ browser, urlPrefix, source, ...context }: SavedViewsContext): SavedViews {
  const address = browser !== null && urlPrefix !== null ? { browser, prefix: urlPrefix } : null;
  const views = signal<ConnectedViews | null>(null);
  let viewed: ViewedState | null = null;

  const { load } = lazyModule(async () => {
    const { connectViews } = await import('./connectViews.ts');
    if (source === null || viewed === null) return null;
    const query = () => address?.browser.location.search ?? '';
    views.value = connectViews({ ...context, source, query, prefix: address?.prefix ?? '' }, viewed);

    return views.value;
  }, context.translate);

  /** Wraps a command for views; does nothing without views. */
  const call =
    <Name extends keyof Commands>(name: Name) =>
    async (...args: Parameters<Commands[Name]>): Promise<void> => {
      if (source === null) return;
      const loaded = await load();
      await (loaded?.functions[name] as ((...given: typeof args) => Promise<void>) | undefined)?.(...args);
    };

  return {
    open: {
      id: computed(() => views.value?.open.id.value ?? null),
      set: (id) => views.value?.open.set(id),
      defaultId: () => views.value?.open.defaultId() ?? null,
      stateOf: (id) => views.value?.open.stateOf(id) ?? null,
      isChanged: (state) => views.value?.open.isChanged(state) ?? false,
      onRefused: (id) => views.value?.open.onRefused(id),
    },
    async prepare(restore) {
      if (source === null) return;
      const loaded = await load().catch((error) => {
        if (!(error instanceof TableFailure)) throw error;
        context.notify('warning', error.problem.message);

        return null;
      });
      await loaded?.prepare(restore);
    },
    connect(state) {
      viewed = state;

      return {
        snapshot: {
          views: computed(() => (source === null ? null : (views.value?.snapshot.views.value ?? []))),
          view: computed(() => views.value?.snapshot.view.value ?? null),
          viewChanged: computed(() => views.value?.snapshot.viewChanged.value ?? false),
          ownDefaultView: computed(() => views.value?.snapshot.ownDefaultView.value ?? null),
          viewRoles: computed(() => views.value?.snapshot.viewRoles.value ?? []),
        },
        functions: {
          openView: call('openView'),
          saveView: call('saveView'),
          saveViewAs: call('saveViewAs'),
          copyView: call('copyView'),
          setDefaultView: call('setDefaultView'),
          pinView: call('pinView'),
          reloadViews: call('reloadViews'),
          renameView: call('renameView'),
          shareView: call('shareView'),
          deleteView: call('deleteView'),
          viewLink(id) {
            if (!address) return null;
            const query = new URLSearchParams({ [`${address.prefix}.view`]: id });

            return `${address.browser.location.pathname}?${query}`;
          },
        },
      };
    },
  };
}
