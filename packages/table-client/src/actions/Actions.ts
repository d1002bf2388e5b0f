import type { ActionFailure, InitButton, RecordDeletion, TableJob } from '@rowhouse/table-protocol';
import type { TableProblem } from '../http/TableProblem.ts';
import type { Notice } from '../table/notices.ts';
import type { TableRow } from '../table/TableRow.ts';

/** The confirmation of a pressed button. */
export interface Confirmation {
  readonly button: InitButton;
  readonly row: TableRow | null;
  /** Already translated. */
  readonly message: string;
  /** The subject of the action, translated: the row's name, or the number of rows; empty if it affects no rows. */
  readonly subject: string;
  /** The payload to send after confirmation: the rows, their number and the search at the time of the press; null for none. */
  readonly payload: object | null;
  /** What a deletion does to rows that refer to the record: null until it is read; missing if the server does not say it. */
  readonly deletion?: RecordDeletion | null;
}

/** Target of a router button. */
export interface RouteTarget {
  readonly name: string;
  readonly params: Record<string, unknown>;
}

export interface ActionsSnapshot {
  readonly confirmation: Confirmation | null;
  readonly notices: readonly Notice[];
  /** Exports and background actions started here: running ones, and ended ones that were not dismissed. */
  readonly jobs: readonly TableJob[];
  /** Names of the buttons whose request is running; row buttons as `name:dtRowId`. */
  readonly busyButtons: ReadonlySet<string>;
}

export interface ActionsFunctions {
  /** The row buttons of one row. */
  rowButtons(row: TableRow): readonly InitButton[];
  /** Path of a button, with the row's identifier; null if it has none. */
  buttonPath(button: InitButton, row?: TableRow): string | null;
  isBusy(button: InitButton, row?: TableRow): boolean;
  /**
   * False for a button with `selection` while no row is selected, or while all matching rows are selected and the
   * button does not support that.
   */
  isEnabled(button: InitButton): boolean;
  /**
   * Emits its event, then acts, after a confirmation if it requires one; does nothing while it is busy or not enabled.
   * An `href` button is drawn as a link to `buttonPath`, which the browser follows. With a confirmation, the link's click
   * has to be prevented: `confirm` opens the path.
   */
  press(button: InitButton, row?: TableRow): Promise<void>;
  /**
   * Acts on the confirmed rows, for an action that has a form with its values. Resolves with the problem if the server refuses the
   * values, whose confirmation then stays; null otherwise.
   */
  confirm(input?: object): Promise<TableProblem | null>;
  cancelConfirmation(): void;
  /** Reads the form or the preview of the confirmed action, as the server sends it. Rejects with `TableFailure`. */
  readConfirmed(what: 'form' | 'preview', input: object, signal: AbortSignal): Promise<unknown>;
  /** Shows a message in the manner of those about actions; translated. */
  notify(kind: Notice['kind'], message: string): void;
  dismissNotice(id: number): void;
  /** The name of a row that an action failed on, also of one that is not on the page. */
  failedRow(failure: ActionFailure): string;
  /** Requests the server to cancel a job. */
  cancelJob(id: string): Promise<void>;
  /** Removes a job from the list; it continues to run. */
  dismissJob(id: string): void;
}
