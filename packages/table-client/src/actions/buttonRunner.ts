import type { ActionFailure, InitButton, InitTemplate, TableJob } from '@rowhouse/table-protocol';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { unlinkButton } from '../linking/linkButtons.ts';
import { type ActionFailures, failureDetails, jobInResponse, readFailures } from '../responses/readAction.ts';
import type { NoticeDetails, Notify } from '../table/notices.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { Undo } from '../undo/createUndo.ts';
import type { ActionsFunctions, Confirmation, RouteTarget } from './Actions.ts';
import { askAbout, type Subject } from './subjects.ts';

export { jobFollower } from './jobFollower.ts';

/** Parts of the table that are needed for running a button. */
export interface ButtonEffects {
  template(): InitTemplate | null;
  send: SendRequest;
  rowId(row: TableRow): RowId;
  /** The name of a failed row, also of one that is not on the page. */
  failedRow(failure: ActionFailure): string;
  buttonPath(button: InitButton, row?: TableRow): string | null;
  emit(name: string, ...payload: readonly unknown[]): void;
  notify: Notify;
  translate: Translate;
  navigate(target: RouteTarget): unknown;
  /** Leaves the page for a path. */
  open(path: string): void;
  /** Shows the progress of a job that the server has started; emits `postEvent` when it has ended. */
  follow(job: TableJob, postEvent?: string): void;
  /** Called after a successful ajax request; `row` is the row of a row button. */
  afterAction(button: InitButton, row: TableRow | undefined): Promise<void>;
  /** The change that a deletion made, if it can be undone; only in a table. */
  remember?: Undo['remember'];
  /** Removes the link of a row; only in a table of linked rows. */
  unlink?(row: RowId): Promise<void>;
  /** Aborted when the table stops: responses are then ignored. */
  readonly lifetime: AbortSignal;
}

/** Runs the action of a button. Throws `TableFailure` if its request fails. */
export function buttonRunner(table: ButtonEffects) {
  async function startExport(method: string, path: string, payload: object): Promise<void> {
    const response = await table.send({ method, path, payload }, 'action');
    if (table.lifetime.aborted) return;
    const job = jobInResponse(response);
    if (job) table.follow(job);
    else table.notify('success', messageOf(response) || table.translate('The export has started.'));
    table.emit('exported', response);
  }

  async function request(
    button: InitButton,
    path: string,
    row: TableRow | undefined,
    payload: object | null,
  ): Promise<void> {
    const method = button.method ?? 'GET';
    const response = await table.send({ method, path, ...(payload && { payload }) }, 'action');
    if (table.lifetime.aborted) return;

    const job = jobInResponse(response);
    if (job) {
      table.follow(job, button.postEvent);
      return;
    }
    const message = messageOf(response);
    const failures = readFailures(response);
    // That of a deletion is its own path.
    const undoPath = button.undo ?? (method === 'DELETE' && button.undo === undefined ? path : null);
    const step = undoPath === null ? null : table.remember?.(response, { method: 'POST', path: undoPath });
    const details = step ? { undo: step } : undefined;
    if (failures.count > 0) warn(message, failures, details);
    else if (message) table.notify('success', message, details);
    if (button.postEvent) table.emit(button.postEvent, response);
    await table.afterAction(button, row);
  }

  function warn(message: string, failures: ActionFailures, details?: NoticeDetails): void {
    const summary = table.translate('{count|# row|# rows} failed.', { count: failures.count });
    table.notify('warning', message || summary, { ...failureDetails(failures, table.failedRow), ...details });
  }

  return async (button: InitButton, row: TableRow | undefined, payload: object | null): Promise<void> => {
    const path = table.buttonPath(button, row);
    const template = table.template();

    if (button === unlinkButton && row) {
      await table.unlink?.(table.rowId(row));
    } else if (button.action === 'router' && button.route !== undefined && template) {
      const id = row && { [template.model]: table.rowId(row) };
      await table.navigate({ name: button.route, params: { ...id, ...button.params } });
    } else if (button.action === 'href' && path !== null) {
      table.open(path);
    } else if (button.action === 'export' && path !== null && payload && template) {
      // Named rows may be too many for an address.
      const method = 'only' in payload || 'except' in payload ? 'POST' : template.method;
      await startExport(method, path, payload);
    } else if (button.action === 'ajax' && path !== null) {
      await request(button, path, row, payload);
    }
  };
}

function messageOf(response: unknown): string {
  return response instanceof Object && 'message' in response && typeof response.message === 'string'
    ? response.message.trim()
    : '';
}

/** The confirmation of an action for another number of rows than was confirmed. */
export function confirmedAgain(
  { translate }: Pick<ButtonEffects, 'translate'>,
  button: InitButton,
  payload: object,
  rows: number,
): Confirmation {
  const subject: Subject = { kind: 'result', count: rows };

  return {
    button,
    row: null,
    message: askAbout(button.message || 'Are you sure?', subject, translate),
    subject: translate(
      'Meanwhile other rows match. Nothing was changed. The action is now for {count|# row|# rows}.',
      { count: rows },
    ),
    payload: { ...payload, confirmed: rows },
  };
}

/** The form or the preview of a confirmed action. */
export function readConfirmed(
  { send }: Pick<ButtonEffects, 'send'>,
  confirmed: Confirmation | null,
  ...[what, input, signal]: Parameters<ActionsFunctions['readConfirmed']>
): Promise<unknown> {
  const { button, payload } = { payload: null, ...confirmed };
  const path = button?.[what] ?? '';
  if (what === 'preview') {
    return send({ method: 'POST', path, payload: { ...payload, input }, signal }, 'action');
  }
  const params = payload && 'params' in payload ? { params: payload.params } : {};

  return send({ method: 'GET', path, payload: params, signal }, 'action');
}
