import type { ReadonlySignal } from '@preact/signals-core';
import type { InitResponse } from '@rowhouse/table-protocol';
import type { TableState } from './TableState.ts';

export interface ShowOptions {
  /** The browser's back button returns to the state before. */
  readonly isStep?: boolean;
  /** The rows are requested after this time without another change, in ms; immediately by default. */
  readonly wait?: number;
}

/** How the features change the state of a table. Before init is read, they change nothing. */
export interface StateChanges {
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly state: ReadonlySignal<TableState>;
  /** Changes which rows are shown, and requests them. */
  show(changes: Partial<TableState>, options?: ShowOptions): void;
  /** Changes what does not affect the rows. */
  arrange(changes: Partial<TableState>): void;
}
