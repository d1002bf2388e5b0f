import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { TableState } from '../table/TableState.ts';

/** The part of views that the table's state needs. */
export interface OpenView {
  /** Id of the open view; null for none. */
  readonly id: ReadonlySignal<string | null>;
  set(id: string | null): void;
  /** The view with which the table opens; null for none. */
  defaultId(): string | null;
  /** The state of a view, as far as the table supports it; null if unknown. */
  stateOf(id: string): Partial<TableState> | null;
  /** Whether the table's state differs from the open view. */
  isChanged(state: TableState): boolean;
  /** The server has refused the state of a view; the table shows that of the template instead. */
  onRefused(id: string): void;
}

/** Without the option `views`. */
export const noViews: OpenView = {
  id: signal(null),
  set: () => {},
  defaultId: () => null,
  stateOf: () => null,
  isChanged: () => false,
  onRefused: () => {},
};

/** A stored state, or that of an address. */
export interface PersistedState {
  /** Null if none was stored. */
  readonly state: Partial<TableState> | null;
  /** Undefined if no view was stored: the default one may open. */
  readonly view: string | null | undefined;
  /** The view is opened as saved; `state` contains at most the page. */
  readonly isAsSaved: boolean;
}

export const noPersistedState: PersistedState = { state: null, view: undefined, isAsSaved: false };

/** The state with which a table opens, and its view. */
export interface Restored {
  readonly state: Partial<TableState>;
  readonly view: string | null;
}

/**
 * The address first, then the storage, then the default view. A state that was changed after its view was opened is
 * restored unchanged, and compared with that view.
 */
export function restoredState(address: PersistedState, storage: PersistedState, views: OpenView): Restored {
  if (address.state || address.view !== undefined) return addressedState(address, storage, views);
  if (storage.state || storage.view !== undefined) {
    const { view = null, state, isAsSaved } = storage;
    const saved = view !== null && isAsSaved ? views.stateOf(view) : null;
    return { view, state: { ...saved, ...state } };
  }

  const view = views.defaultId();

  return { view, state: view === null ? {} : (views.stateOf(view) ?? {}) };
}

/** The state of an address. It has no layout for the screen, which stays unchanged or comes from the view. */
export function addressedState(address: PersistedState, now: PersistedState, views: OpenView): Restored {
  const { view = null, state, isAsSaved } = address;
  const saved = view === null ? null : views.stateOf(view);
  const screen = ofScreen(now.state ?? {});
  if (saved === null || (now.view === view && !now.isAsSaved && !isAsSaved)) {
    return { view, state: { ...screen, ...state } };
  }

  return {
    view,
    state: { ...beyondViews(screen), ...(isAsSaved ? saved : ofScreen(saved)), ...state },
  };
}

/** The state to store. `changes` are its members that differ from the template's. */
export function persistedState(
  changes: Partial<TableState>,
  state: TableState,
  views: OpenView,
): PersistedState {
  const [view, fallback] = [views.id.peek(), views.defaultId()];
  if (view === null) {
    // Otherwise the default view would open.
    return { state: changes, view: fallback === null ? undefined : null, isAsSaved: false };
  }
  if (views.isChanged(state)) return { state: changes, view, isAsSaved: false };
  const outsideView = beyondViews(changes);
  const isImplied = view === fallback && Object.keys(outsideView).length === 0;

  return { state: outsideView, view: isImplied ? undefined : view, isAsSaved: true };
}

/** The members that are not part of a view. */
export function beyondViews({ start, ...state }: Partial<TableState>): Partial<TableState> {
  const { fit, liveMode, autoLength, phoneRows } = state;

  return {
    ...(start !== undefined && { start }),
    ...(fit && { fit }),
    ...(liveMode && { liveMode }),
    ...(phoneRows && { phoneRows }),
    ...(autoLength !== undefined && { autoLength }),
  };
}

/** The members that depend on a user's screen, regardless of the view in an address. */
function ofScreen(state: Partial<TableState>): Partial<TableState> {
  const { widths, pinned, density } = state;
  const { start: _, ...others } = beyondViews(state);

  return {
    ...others,
    ...(widths && { widths }),
    ...(pinned && { pinned }),
    ...(density && { density }),
  };
}
