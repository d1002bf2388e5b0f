import type { InitResponse } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../TableController.ts';
import { type Browser, routerState } from './Browser.ts';
import type { TableState } from './TableState.ts';
import { readAddress, writeUrl } from './urlState.ts';
import type { KeptState } from './views/OpenView.ts';

interface WrittenView {
  readonly view: string | null;
  readonly isForHistory: boolean;
}

/** The table's parameters in the address of the page that it was created on, whose path is `home`. */
export function addressState(browser: Browser, prefix: string, home: string) {
  const isCurrent = () => browser.location.pathname === home;

  return {
    isCurrent,
    read: (init: InitResponse, choices: readonly FilterChoice[]) =>
      readAddress(browser.location.search, prefix, init, choices),
    write(
      changes: Partial<TableState>,
      state: TableState,
      { isForHistory, view, isAsSaved }: Pick<KeptState, 'isAsSaved'> & WrittenView,
    ): void {
      const { location, history } = browser;
      const query = writeUrl(location.search, prefix, changes, { ...state, view, isAsSaved });

      if (!isCurrent() || query === location.search) {
        return;
      }

      try {
        const address = `${location.pathname}${query}${location.hash}`;
        const kept = routerState(history.state, location, query);
        if (isForHistory) history.pushState(kept, '', address);
        else history.replaceState(kept, '', address);
      } catch {
        // Browsers limit the rate of changes; the next change writes the address again.
      }
    },
  };
}
