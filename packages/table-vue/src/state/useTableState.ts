import type { InitResponse } from '@rowhouse/table-protocol';
import { onScopeDispose, type Ref, shallowRef } from 'vue';
import type { FilterChoice } from '../TableController.ts';
import type { Browser } from './Browser.ts';
import { routerState } from './routerState.ts';
import { storedState, type TableStorage } from './storedState.ts';
import { changesFrom, defaultState, type TableState } from './TableState.ts';
import { readUrl, writeUrl } from './urlState.ts';

export interface TableStateOptions {
  readonly id: string;
  readonly storage: TableStorage | null;
  /** What the table's parameters in the address begin with; null keeps the address out of it. */
  readonly urlPrefix: string | null;
  readonly browser: Browser | null;
  readonly init: Readonly<Ref<InitResponse | null>>;
  readonly choices: Readonly<Ref<readonly FilterChoice[]>>;
  /** The user went back or forth, and the address asks for another state; it is in force already. */
  onPop(): void;
}

const nothing: TableState = {
  search: '',
  searchMode: 'full',
  start: 0,
  length: 10,
  sort: [],
  visible: [],
  viewModes: [],
  filters: [],
};

/** What the user has made of the table, and where that is kept: in storage, and in the address when wanted. */
export function useTableState({ id, storage, urlPrefix, browser, init, choices, onPop }: TableStateOptions) {
  const state = shallowRef<TableState>(nothing);
  const stored = storedState(storage, id);
  const home = browser?.location.pathname;
  /** Whether the state in force came from storage or the address, and no answer has shown that the server takes it. */
  let isUntried = false;
  let isForHistory = false;

  function defaults(): TableState {
    return init.value ? defaultState(init.value) : nothing;
  }

  function fromUrl(): Partial<TableState> | null {
    return init.value && browser && urlPrefix !== null
      ? readUrl(browser.location.search, urlPrefix, init.value, choices.value)
      : null;
  }

  /** Starts from the template; with `restore`, from what the address asks for, or else from what was kept. */
  function enter(restore: boolean): void {
    const found = restore && init.value ? (fromUrl() ?? stored.read(init.value, choices.value)) : {};

    state.value = { ...defaults(), ...found };
    isUntried = Object.keys(found).length > 0;
    isForHistory = false;
  }

  /** `isStep`: the user can come back to the state before with the browser's button. */
  function change(changes: Partial<TableState>, isStep = false): void {
    state.value = { ...state.value, ...changes };
    isForHistory ||= isStep;
  }

  /** Keeps the state as it is now. */
  function keep(): void {
    if (!init.value) {
      return;
    }

    const changes = changesFrom(defaults(), state.value);
    stored.write(changes, init.value, choices.value);
    writeToUrl(changes);
    isForHistory = false;
  }

  function writeToUrl(changes: Partial<TableState>): void {
    if (!browser || urlPrefix === null || browser.location.pathname !== home) {
      return;
    }

    const { location, history } = browser;
    const query = writeUrl(location.search, urlPrefix, changes, state.value);

    if (query === location.search) {
      return;
    }

    try {
      const address = `${location.pathname}${query}${location.hash}`;
      const kept = routerState(history.state, location, query);
      if (isForHistory) history.pushState(kept, '', address);
      else history.replaceState(kept, '', address);
    } catch {
      // Browsers refuse when it happens too often; the next change is written again.
    }
  }

  function forget(): void {
    enter(false);
    stored.forget();
    writeToUrl({});
  }

  function pop(): void {
    if (!init.value || urlPrefix === null || browser?.location.pathname !== home) {
      return;
    }

    const wanted: TableState = { ...defaults(), ...fromUrl() };

    if (Object.keys(changesFrom(state.value, wanted)).length > 0) {
      state.value = wanted;
      isForHistory = false;
      onPop();
    }
  }

  browser?.addEventListener('popstate', pop);
  onScopeDispose(() => browser?.removeEventListener('popstate', pop));

  return {
    state,
    enter,
    change,
    keep,
    forget,
    /** The server has answered. */
    trust(): void {
      isUntried = false;
    },
    /** Goes back to the template's state when the one in force was found somewhere and never tried; tells whether it did. */
    dropUntried(): boolean {
      const isDropped = isUntried;
      if (isDropped) forget();

      return isDropped;
    },
  };
}
