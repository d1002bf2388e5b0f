import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitResponse } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../filters/Filters.ts';
import type { Translate } from '../language/translator.ts';
import { type Browser, listen } from '../table/Browser.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { StateStore } from '../table/StateStore.ts';
import { byLabel, type TableState } from '../table/TableState.ts';
import type { AddressState } from './addressState.ts';
import { changesFrom, defaultState } from './defaultState.ts';
import {
  addressedState,
  noPersistedState,
  noViews,
  type OpenView,
  persistedState,
  restoredState,
} from './OpenView.ts';
import { storedState, type TableStorage } from './storedState.ts';

interface TableStateOptions {
  readonly id: string;
  readonly storage: TableStorage | null;
  /** Prefix of the table's parameters in the address; null if the address is not used. */
  readonly urlPrefix: string | null;
  readonly browser: Browser | null;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly choices: ReadonlySignal<readonly FilterChoice[]>;
  readonly translate: Translate;
  /** Defaults to none. */
  readonly views?: OpenView;
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
  conditions: [],
  order: [],
  widths: {},
  pinned: {},
  density: 'normal',
  fit: 'hide',
  groupBy: [],
  groupSort: byLabel,
  liveMode: 'mark',
  phoneRows: 'cards',
};

/** Loads what reads and writes the address; null where it is not used. */
function addressOpener(browser: Browser | null, urlPrefix: string | null) {
  const home = browser?.location.pathname ?? '';

  return async (): Promise<AddressState | null> => {
    if (!browser || urlPrefix === null) return null;
    const { addressState } = await import('./addressState.ts');

    return addressState(browser, urlPrefix, home);
  };
}

/** The state of the table's view, kept in storage, and in the address if `urlPrefix` is set. */
export function createTableState(options: TableStateOptions): StateStore {
  const { id, storage, urlPrefix, browser, lifetime, init, choices, views = noViews, onPop } = options;
  const state = signal<TableState>(emptyState);
  const stored = storedState(storage, id);
  let address: AddressState | null = null;
  const openedAddress = addressOpener(browser, urlPrefix);
  const restoring = lazyModule(async () => {
    await stored.prepare();
    address = await openedAddress();
  }, options.translate);
  /** True while the state comes from storage or the address, and the server has not accepted it yet. */
  let isUntried = false;
  let isForHistory = false;
  const defaults = () => (init.value ? defaultState(init.value) : emptyState);
  const fromUrl = () => (init.value && address ? address.read(init.value, choices.value) : noPersistedState);

  function enter(restore: boolean): void {
    const persisted = restore && init.value ? stored.read(init.value, choices.value) : noPersistedState;
    show(restore ? restoredState(fromUrl(), persisted, views) : { state: {}, view: null });
    isForHistory = false;
  }

  /** Replaces the state; members that are not given are as in the template. */
  function show({ state: given, view }: { state: Partial<TableState>; view: string | null }): void {
    batch(() => {
      views.set(view);
      state.value = { ...defaults(), ...given };
    });
    isUntried = Object.keys(given).length > 0;
  }

  function change(changes: Partial<TableState>, isStep = false): void {
    state.value = { ...state.value, ...changes };
    isForHistory ||= isStep;
  }

  function keep(): void {
    if (!init.value) return;
    const changes = changesFrom(defaults(), state.value);
    const persisted = persistedState(changes, state.value, views);
    stored.write(persisted, init.value, choices.value);
    address?.write(changes, state.value, {
      isForHistory,
      view: views.id.peek(),
      isAsSaved: persisted.isAsSaved,
    });
    isForHistory = false;
  }

  function forget(): void {
    enter(false);
    stored.forget();
    address?.write({}, state.value, { isForHistory, view: null, isAsSaved: false });
  }

  function pop(): void {
    if (!init.value || !address?.isCurrent()) return;
    const now = { state: state.value, view: views.id.peek(), isAsSaved: false };
    const { view, state: found } = addressedState(fromUrl(), now, views);
    const wanted: TableState = { ...defaults(), ...found };
    views.set(view);
    if (Object.keys(changesFrom(state.value, wanted)).length === 0) return;
    state.value = wanted;
    isForHistory = false;
    onPop();
  }
  listen(browser, 'popstate', pop, lifetime);

  return {
    state,
    prepare: restoring.load,
    enter,
    change,
    open(view, given) {
      show({ state: given, view });
      isForHistory = true;
    },
    keep,
    arrange(changes) {
      change(changes);
      keep();
    },
    forget,
    trust() {
      isUntried = false;
    },
    dropUntried() {
      if (!isUntried) return false;
      const view = views.id.peek();
      forget();
      if (view !== null) views.onRefused(view);

      return true;
    },
  };
}
