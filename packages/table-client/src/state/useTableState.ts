import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitResponse } from '@rowhouse/table-protocol';
import type { FilterChoice, Translate } from '../TableController.ts';
import type { addressState } from './addressState.ts';
import { type Browser, listen } from './Browser.ts';
import { byLabel } from './grouping/groupBy.ts';
import { lazyPart } from './lazyPart.ts';
import { storedState, type TableStorage } from './storedState.ts';
import { changesFrom, defaultState, type TableState } from './TableState.ts';
import {
  addressedState,
  keptState,
  nothingKept,
  noViews,
  type OpenView,
  restoredState,
} from './views/OpenView.ts';

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
  readonly translate: Translate;
  /** None by default. */
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

type AddressState = ReturnType<typeof addressState>;

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
export function useTableState(options: TableStateOptions) {
  const { id, storage, urlPrefix, browser, lifetime, init, choices, views = noViews, onPop } = options;
  const state = signal<TableState>(emptyState);
  const stored = storedState(storage, id);
  let address: AddressState | null = null;
  const openedAddress = addressOpener(browser, urlPrefix);
  const restoring = lazyPart(async () => {
    await stored.prepare();
    address = await openedAddress();
  }, options.translate);
  /** True while the state comes from storage or the address, and the server has not accepted it yet. */
  let isUntried = false;
  let isForHistory = false;
  const defaults = () => (init.value ? defaultState(init.value) : emptyState);
  const fromUrl = () => (init.value && address ? address.read(init.value, choices.value) : nothingKept);

  /** Starts with the template's state; with `restore`, with that of the address, the stored one, or the default view. */
  function enter(restore: boolean): void {
    const kept = restore && init.value ? stored.read(init.value, choices.value) : nothingKept;
    show(restore ? restoredState(fromUrl(), kept, views) : { state: {}, view: null });
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

  /** With `isStep`, the browser's back button returns to the state before. */
  function change(changes: Partial<TableState>, isStep = false): void {
    state.value = { ...state.value, ...changes };
    isForHistory ||= isStep;
  }

  /** Writes the current state to storage and address. */
  function keep(): void {
    if (!init.value) return;
    const changes = changesFrom(defaults(), state.value);
    const kept = keptState(changes, state.value, views);
    stored.write(kept, init.value, choices.value);
    address?.write(changes, state.value, { isForHistory, view: views.id.peek(), isAsSaved: kept.isAsSaved });
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
    /** Loads what reads a kept state; before `enter`. */
    prepare: restoring.load,
    enter,
    change,
    /** Opens a view, which the browser's back button leaves. */
    open(view: string | null, given: Partial<TableState>): void {
      show({ state: given, view });
      isForHistory = true;
    },
    keep,
    /** Changes what does not affect the rows. */
    arrange(changes: Partial<TableState>): void {
      change(changes);
      keep();
    },
    forget,
    /** The server has accepted the state. */
    trust(): void {
      isUntried = false;
    },
    /** Returns to the template's state if the current one has not been accepted; true if it did. */
    dropUntried(): boolean {
      if (!isUntried) return false;
      const view = views.id.peek();
      forget();
      if (view !== null) views.onRefused(view);

      return true;
    },
  };
}
