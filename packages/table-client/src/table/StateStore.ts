import type { ReadonlySignal } from '@preact/signals-core';
import type { TableState } from './TableState.ts';

/** The state of a table's view, kept between visits. */
export interface StateStore {
  readonly state: ReadonlySignal<TableState>;
  /** Loads what reads a kept state; before `enter`. */
  prepare(): Promise<void>;
  /** Starts with the template's state; with `restore`, with that of the address, the stored one, or the default view. */
  enter(restore: boolean): void;
  /** With `isStep`, the browser's back button returns to the state before. */
  change(changes: Partial<TableState>, isStep?: boolean): void;
  /** Opens a view, which the browser's back button leaves. */
  open(view: string | null, state: Partial<TableState>): void;
  /** Writes the current state to storage and address. */
  keep(): void;
  /** Changes what does not affect the rows. */
  arrange(changes: Partial<TableState>): void;
  /** Returns to the template's state, and removes the kept one. */
  forget(): void;
  /** The server has accepted the state. */
  trust(): void;
  /** Returns to the template's state if the current one has not been accepted; true if it did. */
  dropUntried(): boolean;
}
