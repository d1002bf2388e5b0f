import type { ActionFailure, InitButton, InitTemplate, TableJob } from '@rowhouse/table-protocol';
import { onScopeDispose, shallowRef } from 'vue';
import type { SendRequest } from '../http/sendRequest.ts';
import { TableFailure } from '../http/TableProblem.ts';
import { numberText } from '../numberText.ts';
import type { Confirmation, Notice, RowId, TableRow, Translate } from '../TableController.ts';
import { type ActionFailures, readFailures } from './answers/readFailures.ts';
import { jobInAnswer } from './answers/readJob.ts';
import { askAbout, describeSubject, type Subject } from './describeSubject.ts';
import { rowPageButton } from './rowPage.ts';
import type { NoticeDetails } from './useNotices.ts';

/** Where a router button leads. */
export interface RouteTarget {
  readonly name: string;
  readonly params: Record<string, unknown>;
}

/** What buttons need of the table. */
export interface ButtonContext {
  template(): InitTemplate | null;
  send: SendRequest;
  /** The request of the table as it is: for actions on all filtered rows, and for an export. */
  payload(kind: 'data' | 'export'): object;
  selected(): readonly RowId[];
  rowId(row: TableRow): RowId;
  /** What a person knows the row by, also one that is not on the page. */
  failedRow(failure: ActionFailure): string;
  /** What the button acts on; null where it acts on no rows. */
  subject(button: InitButton, row: TableRow | undefined): Subject | null;
  emit(name: string, ...payload: readonly unknown[]): void;
  notify(kind: Notice['kind'], message: string, details?: NoticeDetails): void;
  translate: Translate;
  navigate(target: RouteTarget): unknown;
  /** Leaves the page for a path. */
  open(path: string): void;
  /** The address of the row's own page; null where there is none. */
  rowPage(row: TableRow): string | null;
  /** Shows how far work is that the server has begun; `postEvent` is emitted when it has ended. */
  follow(job: TableJob, postEvent?: string): void;
  /** An ajax button has done its work; `row` is the one it was for. */
  afterAction(button: InitButton, row: TableRow | undefined): Promise<void>;
}

/** Buttons: their events, the user's word before they act, and what they do. */
export function useButtons(table: ButtonContext) {
  const confirmation = shallowRef<Confirmation | null>(null);
  const busyButtons = shallowRef<ReadonlySet<string>>(new Set());
  let isStopped = false;

  onScopeDispose(() => {
    isStopped = true;
  });

  const keyOf = (button: InitButton, row?: TableRow) =>
    row ? `${button.name}:${table.rowId(row)}` : button.name;
  const isBusy = (button: InitButton, row?: TableRow) => busyButtons.value.has(keyOf(button, row));
  const isEnabled = ({ selection }: InitButton) => !selection || table.selected().length > 0;

  function buttonPath(button: InitButton, row?: TableRow): string | null {
    const { path } = button;
    if (button === rowPageButton && row) return table.rowPage(row);

    return path === undefined || row === undefined
      ? (path ?? null)
      : path.replace('dtRowId', () => encodeURIComponent(String(table.rowId(row)).toWellFormed()));
  }

  function rowButtons({ _actions: names }: TableRow): readonly InitButton[] {
    const buttons = table.template()?.buttons.row ?? [];

    return Array.isArray(names)
      ? buttons.filter((button) => button === rowPageButton || names.includes(button.name))
      : buttons;
  }

  async function press(button: InitButton, row?: TableRow): Promise<void> {
    if (isBusy(button, row) || !isEnabled(button)) {
      return;
    }
    if (button.event) {
      table.emit(button.event, ...(row ? [row] : []));
    }
    const payload = payloadOf(button, row);

    if (button.confirmation) {
      const subject = table.subject(button, row);
      confirmation.value = {
        button,
        row: row ?? null,
        message: askAbout(button.message || 'Are you sure?', subject, table.translate),
        subject: subject ? describeSubject(subject, table.translate) : '',
        payload,
      };
    } else if (button.action !== 'href') {
      // A link without a question is followed by the browser itself.
      await act(button, row, payload);
    }
  }

  /** Taken when the button is pressed, so that the rows shown in the confirmation are those that it acts on. */
  function payloadOf({ action, selection }: InitButton, row: TableRow | undefined): object | null {
    if (action === 'export') return table.payload('export');
    if (action !== 'ajax' || row) return null;

    return selection ? { selection: [...table.selected()] } : table.payload('data');
  }

  async function confirm(): Promise<void> {
    const confirmed = confirmation.value;
    confirmation.value = null;

    if (confirmed) {
      await act(confirmed.button, confirmed.row ?? undefined, confirmed.payload);
    }
  }

  async function act(button: InitButton, row: TableRow | undefined, payload: object | null): Promise<void> {
    const key = keyOf(button, row);

    if (busyButtons.value.has(key)) {
      return;
    }

    busyButtons.value = new Set([...busyButtons.value, key]);

    try {
      await carryOut(button, row, payload);
    } catch (error) {
      // What a host's own code throws is for its developers, not for the user.
      if (!(error instanceof TableFailure)) throw error;
      if (!isStopped) table.notify('danger', error.problem.message);
    } finally {
      busyButtons.value = new Set([...busyButtons.value].filter((other) => other !== key));
    }
  }

  async function carryOut(
    button: InitButton,
    row: TableRow | undefined,
    payload: object | null,
  ): Promise<void> {
    const path = buttonPath(button, row);
    const template = table.template();

    if (button.action === 'router' && button.route !== undefined && template) {
      const id = row && { [template.model]: table.rowId(row) };
      await table.navigate({ name: button.route, params: { ...id, ...button.params } });
    } else if (button.action === 'href' && path !== null) {
      table.open(path);
    } else if (button.action === 'export' && path !== null && payload && template) {
      await startExport(template.method, path, payload);
    } else if (button.action === 'ajax' && path !== null) {
      await request(button, path, row, payload);
    }
  }

  async function startExport(method: string, path: string, payload: object): Promise<void> {
    const answer = await table.send({ method, path, payload }, 'action');
    if (isStopped) return;
    const job = jobInAnswer(answer);
    if (job) table.follow(job);
    else table.notify('success', messageOf(answer) || table.translate('The export has started.'));
    table.emit('exported', answer);
  }

  async function request(
    button: InitButton,
    path: string,
    row: TableRow | undefined,
    payload: object | null,
  ): Promise<void> {
    const method = button.method ?? 'GET';
    const answer = await table.send({ method, path, ...(payload && { payload }) }, 'action');
    const message = messageOf(answer);

    if (isStopped) return;
    const job = jobInAnswer(answer);
    if (job) {
      table.follow(job, button.postEvent);
      return;
    }
    const failures = readFailures(answer);
    if (failures.count > 0) warn(message, failures);
    else if (message) table.notify('success', message);
    if (button.postEvent) table.emit(button.postEvent, answer);
    await table.afterAction(button, row);
  }

  function warn(message: string, { listed, count }: ActionFailures): void {
    const summary =
      count === 1
        ? table.translate('1 row failed.')
        : table.translate('{count} rows failed.', { count: numberText(count) });

    table.notify('warning', message || summary, {
      failures: listed.map((failure) => ({ row: table.failedRow(failure), message: failure.message })),
      unlistedFailures: count - listed.length,
    });
  }

  return {
    confirmation,
    busyButtons,
    isBusy,
    isEnabled,
    buttonPath,
    rowButtons,
    press,
    confirm,
    cancelConfirmation: () => {
      confirmation.value = null;
    },
  };
}

function messageOf(answer: unknown): string {
  return answer instanceof Object && 'message' in answer && typeof answer.message === 'string'
    ? answer.message.trim()
    : '';
}
