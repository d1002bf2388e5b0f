import { batch, computed, signal } from '@preact/signals-core';
import type { RecordResponse, StorePayload, UpdatePayload } from '@rowhouse/table-protocol';
import { editValue, record, recordResponse } from '@rowhouse/table-protocol/internal';
import { TableFailure, type TableProblem } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import { uuid } from '../http/uuid.ts';
import type { Translate } from '../language/translator.ts';
import { read, readOrNull } from '../responses/readShape.ts';
import { isRecord, readResponse } from '../responses/shape.ts';
import type { UndoStep } from '../table/UndoStep.ts';
import { faultsOf } from './faultsOf.ts';
import type { FormEntries } from './formEntries.ts';
import { sentValues, valueIn } from './formFields.ts';
import type { FormValues, SentChange } from './RecordFormState.ts';

interface RecordSenderContext {
  readonly send: SendRequest;
  readonly translate: Translate;
  readonly lifetime: AbortSignal;
  readonly entries: FormEntries;
  readonly row: string | number | null;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  version(): string | number | null;
  /** Another user has changed the record: its values now, and its version. */
  onConflict(current: FormValues, version: string | number | null): void;
  onSaved(): void;
}

const currentValues = record(editValue);

/** Sends the entered values, one change at a time, and reads why the server refuses them. */
export function recordSender(context: RecordSenderContext) {
  const { send, translate, lifetime, entries, row, params } = context;
  const { form, state, faults } = entries;
  const saving = signal(false);
  const saved = signal<RecordResponse | null>(null);
  const existing = signal<string | null>(null);
  const undo = computed((): UndoStep | null => {
    const id = saved.value?.undo;

    return id === undefined || !form.value ? null : { id, method: 'DELETE', path: form.value.path };
  });
  const problem = signal<TableProblem | null>(null);
  let running: Promise<boolean> | null = null;
  let request: SentChange | null = null;

  /** The same change has the same identifier, also after a lost response. */
  function payloadOf(values: FormValues): StorePayload | UpdatePayload {
    const { original } = state.value;
    const version = context.version();
    const expected = Object.fromEntries(Object.keys(values).map((name) => [name, valueIn(original, name)]));
    const change = {
      values,
      ...(row !== null && { row: form.value?.row ?? row, expected, ...(version !== null && { version }) }),
      ...(params && { params }),
    };
    const content = JSON.stringify(change);
    if (request?.content !== content) request = { id: uuid(), content };

    return { ...change, requestId: request.id };
  }

  async function write(): Promise<boolean> {
    const values = sentValues(state.value);
    // An unchanged record is as the user wants it.
    if (row !== null && Object.keys(values).length === 0) return true;
    batch(() => {
      saving.value = true;
      problem.value = null;
      existing.value = null;
    });
    try {
      const path = form.value?.path ?? '';
      const method = row === null ? 'POST' : 'PATCH';
      const response = await send({ method, path, payload: payloadOf(values), signal: lifetime }, 'edit');
      accept(values, response);

      return true;
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      if (!lifetime.aborted) batch(() => refuse(error));

      return false;
    } finally {
      saving.value = false;
    }
  }

  function accept(values: FormValues, response: unknown): void {
    batch(() => {
      saved.value = readResponse('edit', (body) => read(recordResponse(), body), response, translate);
      // A new record stays the same if it is sent again.
      if (row !== null) request = null;
      entries.original.value = { ...state.value.original, ...values };
      context.onSaved();
    });
  }

  function refuse({ problem: failed, body }: TableFailure): void {
    const current = 'current' in body ? readOrNull(currentValues, body.current) : null;
    if (failed.status === 409 && current) {
      context.onConflict(current, versionIn(body));

      return;
    }
    const found = faultsOf(failed, 'values', entries.fields.value);
    faults.value = found;
    existing.value = existingIn(body);
    if (Object.keys(found).length === 0) problem.value = failed;
  }

  return {
    snapshot: { saving, saved, existing, undo },
    problem,
    /** The result of the change that is being sent; null for none. */
    running: () => running,
    start(): Promise<boolean> {
      running = write().finally(() => {
        running = null;
      });

      return running;
    },
    remembered: () => request,
    remember(sent: SentChange | null): void {
      request = sent;
    },
    /** The next change is another one. */
    forget(): void {
      request = null;
      saved.value = null;
      existing.value = null;
      problem.value = null;
    },
  };
}

function versionIn(body: object): string | number | null {
  const version = 'version' in body ? body.version : null;

  return typeof version === 'string' || typeof version === 'number' ? version : null;
}

function existingIn(body: object): string | null {
  const { dtRowId } = 'existing' in body && isRecord(body.existing) ? body.existing : {};

  return typeof dtRowId === 'string' || typeof dtRowId === 'number' ? String(dtRowId) : null;
}
