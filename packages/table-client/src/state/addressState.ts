import type { InitResponse } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../filters/Filters.ts';
import { type Browser, routerState } from '../table/Browser.ts';
import type { TableState } from '../table/TableState.ts';
import type { PersistedState } from './OpenView.ts';
import { readAddress, writeUrl } from './urlState.ts';

interface WrittenView {
  readonly view: string | null;
  readonly isForHistory: boolean;
}

export interface AddressState {
  isCurrent(): boolean;
  read(init: InitResponse, choices: readonly FilterChoice[]): PersistedState;
  write(
    changes: Partial<TableState>,
    state: TableState,
    written: Pick<PersistedState, 'isAsSaved'> & WrittenView,
  ): void;
}

/** The table's parameters in the address of the page that it was created on, whose path is `home`. */
export function addressState(browser: Browser, prefix: string, home: string): AddressState {
  const isCurrent = () => browser.location.pathname === home;

  return {
    isCurrent,
    read: (init, choices) => readAddress(browser.location.search, prefix, init, choices),
    write(changes, state, { isForHistory, view, isAsSaved }) {
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
