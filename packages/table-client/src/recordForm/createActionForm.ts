import { batch, computed, effect, signal, untracked } from '@preact/signals-core';
import type { ActionPreview } from '@rowhouse/table-protocol';
import { actionForm, actionPreview } from '@rowhouse/table-protocol/internal';
import type { ActionsFunctions, Confirmation } from '../actions/Actions.ts';
import type { FiltersFunctions } from '../filters/Filters.ts';
import type { TableProblem } from '../http/TableProblem.ts';
import type { Translate } from '../language/translator.ts';
import { createNewestRequest } from '../requests/createNewestRequest.ts';
import { read } from '../responses/readShape.ts';
import { readResponse } from '../responses/shape.ts';
import { snapshots } from '../table/snapshots.ts';
import { faultsOf } from './faultsOf.ts';
import { formEntries } from './formEntries.ts';
import { sentValues } from './formFields.ts';
import type { RecordFormFunctions, RecordFormSnapshot } from './RecordFormState.ts';

/** The table whose action is confirmed. */
export interface ActionFormSource
  extends Pick<ActionsFunctions, 'confirm' | 'readConfirmed'>,
    Pick<FiltersFunctions, 'filterOptions'> {
  readonly translate: Translate;
  readonly confirmation: Confirmation | null;
}

export interface ActionFormSnapshot
  extends Pick<
    RecordFormSnapshot,
    'loading' | 'ready' | 'problem' | 'fields' | 'values' | 'original' | 'faults' | 'saving'
  > {
  /** What the action would do with the entered values; null before it is known, and while a value is missing or wrong. */
  readonly preview: ActionPreview | null;
  /** A preview is being read. */
  readonly previewing: boolean;
  /** Why there is no preview. */
  readonly previewProblem: TableProblem | null;
}

/** What the confirmation of an action asks for, and its preview, without a user interface. */
export interface ActionFormClient
  extends Pick<RecordFormFunctions, 'load' | 'set' | 'validate'>,
    Pick<ActionFormSource, 'translate' | 'filterOptions'> {
  getSnapshot(): ActionFormSnapshot;
  subscribe(listener: () => void): () => void;
  /** Runs the action with the entered values. False if a value is refused; the confirmation then stays. */
  submit(): Promise<boolean>;
  stop(): void;
}

/** Milliseconds without a change after which the preview is read. */
const previewDelay = 300;

/** The form of the action that a table has confirmed. Reads immediately. */
export function createActionForm(table: ActionFormSource): ActionFormClient {
  const { translate } = table;
  const { form: hasForm, preview: hasPreview } = table.confirmation?.button ?? {};
  const stopping = new AbortController();
  const lifetime = stopping.signal;
  const entries = formEntries(true, translate);
  const { form, values } = entries;
  const saving = signal(false);
  const refusal = signal<TableProblem | null>(null);
  const preview = signal<ActionPreview | null>(null);
  const request = createNewestRequest(lifetime);
  const previews = createNewestRequest(lifetime);

  async function load(): Promise<void> {
    if (!hasForm) return entries.receive({ fields: [], values: {} });
    await request.start({
      isLoading: true,
      send: async (signal) =>
        readResponse(
          'init',
          (body) => read(actionForm, body),
          await table.readConfirmed('form', {}, signal),
          translate,
        ),
      accept(received) {
        entries.receive(received);

        return undefined;
      },
    });
  }

  function readPreview(): Promise<void> {
    const input = sentValues(entries.state.value);

    return previews.start({
      isLoading: true,
      send: async (signal) =>
        readResponse(
          'data',
          (body) => read(actionPreview, body),
          await table.readConfirmed('preview', input, signal),
          translate,
        ),
      accept(received) {
        preview.value = received;

        return undefined;
      },
    });
  }

  async function submit(): Promise<boolean> {
    if (saving.value || !form.value || !entries.validate()) return false;
    saving.value = true;
    refusal.value = null;
    try {
      const refused = await table.confirm(hasForm ? sentValues(entries.state.value) : undefined);
      if (refused) batch(() => refuse(refused));

      return refused === null;
    } finally {
      saving.value = false;
    }
  }

  function refuse(refused: TableProblem): void {
    entries.faults.value = faultsOf(refused, 'input', entries.fields.value);
    if ('' in entries.faults.value) refusal.value = refused;
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  const endPreviews = effect(() => {
    values.value;
    const isReady = form.value !== null;
    clearTimeout(timer);
    untracked(() => {
      preview.value = null;
      if (!hasPreview || !isReady || !entries.isValid()) return;
      timer = setTimeout(() => void readPreview(), previewDelay);
    });
  });
  lifetime.addEventListener('abort', () => {
    clearTimeout(timer);
    endPreviews();
  });
  void load();

  return {
    translate,
    filterOptions: table.filterOptions,
    ...snapshots<ActionFormSnapshot>(
      {
        loading: request.loading,
        ready: computed(() => form.value !== null),
        problem: computed(() => request.problem.value ?? refusal.value),
        ...{ fields: entries.fields, values, original: entries.original, faults: entries.faults },
        ...{ saving, preview, previewing: previews.loading, previewProblem: previews.problem },
      },
      lifetime,
    ),
    ...{ load, set: entries.set, validate: entries.validate, submit },
    stop: () => stopping.abort(),
  };
}
