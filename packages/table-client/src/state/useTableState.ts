import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitResponse } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../TableController.ts';
import { type Browser, routerState } from './Browser.ts';
import { storedState, type TableStorage } from './storedState.ts';
import { changesFrom, defaultState, type TableState } from './TableState.ts';
import { readUrl, writeUrl } from './urlState.ts';

export interface TableStateOptions {
  readonly id: string;
  readonly storage: TableStorage | null;
  /** Prefix of the table's parameters in the address; null if the address is not used. */
  readonly urlPrefix: string | null;
  readonly browser: Browser | null;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly choices: ReadonlySignal<readonly FilterChoice[]>;
  /** Called after the user went back or forward in the history to another state, which is current already. */
  onPop(): void;
}

const emptyState: TableState = {
  search: '',
  searchMode: 'full',
  start: 0,
  length: 10,
  autoLength: false,
  sort: [],
  visible: [],
  viewModes: [],
  filters: [],
  order: [],
  widths: {},
  pinned: {},
  density: 'normal',
  fit: 'hide',
  where: null,
};

/** The state of the table's view, kept in storage, and in the address if `urlPrefix` is set. */
export function useTableState(options: TableStateOptions) {
  const { id, storage, urlPrefix, browser, lifetime, init, choices, onPop } = options;
  const state = signal<TableState>(emptyState);
  const stored = storedState(storage, id);
  const address = browser && urlPrefix !== null ? addressState(browser, urlPrefix) : null;
  /** True while the state comes from storage or the address, and the server has not accepted it yet. */
  let isUntried = false;
  let isForHistory = false;

  const defaults = () => (init.value ? defaultState(init.value) : emptyState);
  const fromUrl = () => (init.value && address ? address.read(init.value, choices.value) : null);

  /** Starts with the template's state; with `restore`, with that of the address or else the stored one. */
  function enter(restore: boolean): void {
    const kept = restore && init.value ? stored.read(init.value, choices.value) : {};
    const given = restore ? fromUrl() : null;
    const found = given ? { ...ofScreen(kept), ...given } : kept;

    state.value = { ...defaults(), ...found };
    isUntried = Object.keys(found).length > 0;
    isForHistory = false;
  }

  /** With `isStep`, the browser's back button returns to the state before. */
  function change(changes: Partial<TableState>, isStep = false): void {
    state.value = { ...state.value, ...changes };
    isForHistory ||= isStep;
  }

  /** Writes the current state to storage and address. */
  function keep(): void {
    if (!init.value) {
      return;
    }

    const changes = changesFrom(defaults(), state.value);
    stored.write(changes, init.value, choices.value);
    address?.write(changes, state.value, isForHistory);
    isForHistory = false;
  }

  function forget(): void {
    enter(false);
    stored.forget();
    address?.write({}, state.value, isForHistory);
  }

  function pop(): void {
    if (!init.value || !address?.isCurrent()) {
      return;
    }

    const wanted: TableState = { ...defaults(), ...ofScreen(state.value), ...fromUrl() };

    if (Object.keys(changesFrom(state.value, wanted)).length > 0) {
      state.value = wanted;
      isForHistory = false;
      onPop();
    }
  }

  browser?.addEventListener('popstate', pop);
  lifetime.addEventListener('abort', () => browser?.removeEventListener('popstate', pop));

  return {
    state,
    enter,
    change,
    keep,
    forget,
    /** The server has accepted the state. */
    trust(): void {
      isUntried = false;
    },
    /** Returns to the template's state if the current one is untried; true if it did. */
    dropUntried(): boolean {
      const isDropped = isUntried;
      if (isDropped) forget();

      return isDropped;
    },
  };
}

/** The members that suit a user's screen, whichever view an address leads to. */
function ofScreen({ widths, pinned, density, fit, autoLength }: Partial<TableState>): Partial<TableState> {
  return {
    ...(widths && { widths }),
    ...(pinned && { pinned }),
    ...(density && { density }),
    ...(fit && { fit }),
    ...(autoLength !== undefined && { autoLength }),
  };
}

/** The table's parameters in the address of the page that it was created on. */
function addressState(browser: Browser, prefix: string) {
  const home = browser.location.pathname;
  const isCurrent = () => browser.location.pathname === home;

  return {
    isCurrent,
    read: (init: InitResponse, choices: readonly FilterChoice[]) =>
      readUrl(browser.location.search, prefix, init, choices),
    write(changes: Partial<TableState>, state: TableState, isForHistory: boolean): void {
      const { location, history } = browser;
      const query = writeUrl(location.search, prefix, changes, state);

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
