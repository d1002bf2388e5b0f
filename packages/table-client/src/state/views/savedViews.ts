import type { ReadonlySignal } from '@preact/signals-core';
import type { Browser } from '../Browser.ts';
import type { TableState } from '../TableState.ts';
import { readView } from '../urlState.ts';
import type { useTableState } from '../useTableState.ts';
import { useViews, type ViewsContext, viewMembersOf } from './useViews.ts';
import { viewCommands } from './viewCommands.ts';

interface SavedViewsContext extends Omit<ViewsContext, 'linked'> {
  readonly browser: Browser | null;
  /** Prefix of the table's parameters in the address; null if the address is not used. */
  readonly urlPrefix: string | null;
}

interface ViewedState extends Pick<ReturnType<typeof useTableState>, 'open' | 'keep'> {
  readonly state: ReadonlySignal<TableState>;
}

/** The saved views of a table: what its state needs of them, and after `connect`, what the table offers. */
export function savedViews({ browser, urlPrefix, ...context }: SavedViewsContext) {
  const address = browser !== null && urlPrefix !== null ? { browser, prefix: urlPrefix } : null;
  const views = useViews({
    ...context,
    linked: () => (address ? readView(address.browser.location.search, address.prefix) : null),
  });

  return {
    open: views.open,
    prepare: views.prepare,
    /** `request` requests the rows of the state. */
    connect({ state, open, keep }: ViewedState, request: () => void) {
      return {
        snapshot: viewMembersOf(views, state),
        functions: viewCommands({
          views,
          translate: context.translate,
          keep,
          state: () => state.value,
          show: (opened, shown) => {
            open(opened, shown);
            request();
          },
          linkOf: (id) => {
            if (!address) return null;
            const query = new URLSearchParams({ [`${address.prefix}.view`]: id });

            return `${address.browser.location.pathname}?${query}`;
          },
        }),
      };
    },
  };
}
