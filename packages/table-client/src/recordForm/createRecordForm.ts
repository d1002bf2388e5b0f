import { batch, computed } from '@preact/signals-core';
import type { RecordForm } from '@rowhouse/table-protocol';
import { recordForm } from '@rowhouse/table-protocol/internal';
import type { FiltersFunctions } from '../filters/Filters.ts';
import { optionsLimits, readFilterOptions } from '../filters/filterChoices.ts';
import { postFile, type SendFile } from '../http/sendFile.ts';
import type { TableHttp } from '../http/TableHttp.ts';
import { requestSender, transportOver } from '../http/transport.ts';
import { type Translate, translator } from '../language/translator.ts';
import { createNewestRequest, whenOnline } from '../requests/createNewestRequest.ts';
import { initPayload } from '../requests/payload.ts';
import { read } from '../responses/readShape.ts';
import { readResponse } from '../responses/shape.ts';
import { type Browser, windowBrowser } from '../table/Browser.ts';
import { snapshots } from '../table/snapshots.ts';
import { fileUploads } from './fileUploads.ts';
import { formConflict } from './formConflict.ts';
import { formEntries, without } from './formEntries.ts';
import type { FormValues, RecordFormFunctions, RecordFormSnapshot } from './RecordFormState.ts';
import { draftOf, readDraft } from './recordDraft.ts';
import { recordSender } from './recordSender.ts';

export interface RecordFormOptions {
  /** Path of the table's `create` or `edit` route. */
  readonly path: string;
  /** Identifier of the row; null for a new record. */
  readonly row: string | number | null;
  /** Field → value of a new record that is entered already, such as the record that it refers to. */
  readonly values?: FormValues;
  /** Free values for the server's query. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** A function like `fetch`, or an Axios instance. Defaults to `globalThis.fetch`. */
  readonly http?: TableHttp;
  /** Posts the files of fields, with progress if it can. Defaults to `fetch`, which has none. */
  readonly sendFile?: SendFile;
  /** Translates the texts of faults and problems. Defaults to English. */
  readonly i18n?: Translate;
  /** Defaults to `window`; null for none. */
  readonly browser?: Browser | null;
}

/** The form of a record without a user interface. */
export interface RecordFormClient extends RecordFormFunctions {
  readonly translate: Translate;
  /** The state; the same object until something has changed. */
  getSnapshot(): RecordFormSnapshot;
  /** Calls `listener` synchronously after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Reads the options of a field. Rejects with an Error whose message is for the user. */
  filterOptions: FiltersFunctions['filterOptions'];
  /** Aborts requests, and stops timers and listeners. The last state stays. */
  stop(): void;
}

/**
 * The form of a new record, or of the record of a row: its fields with their values, what is wrong with them, and saving them.
 * Reads immediately, and again when the browser is back online, if it could not be read.
 */
export function createRecordForm(options: RecordFormOptions): RecordFormClient {
  const { path, row, params, values: given = {}, sendFile = postFile, browser = windowBrowser() } = options;
  const stopping = new AbortController();
  const lifetime = stopping.signal;
  const translate = translator(options.i18n);
  const send = requestSender(transportOver(options.http), translate);

  const entries = formEntries(row === null, translate);
  const { form, values, original, state } = entries;
  const conflicts = formConflict(entries);
  let version: string | number | null = null;
  const sender = recordSender({
    ...{ send, translate, lifetime, entries, row, params },
    version: () => version,
    onConflict(current, newVersion) {
      version = newVersion;
      conflicts.takeCurrent(current);
    },
    onSaved() {
      // It has changed. Without it, only the fields are compared.
      version = null;
    },
  });
  const request = createNewestRequest(lifetime);
  const files = fileUploads({ sendFile, translate, lifetime, entries, params });

  const load = () =>
    request.start({
      isLoading: true,
      async send(signal) {
        const payload = { ...initPayload({ params }), ...(row !== null && { row }) };
        const response = await send({ method: 'GET', path, payload, signal }, 'init');

        return readResponse('init', (body) => read(recordForm, body), response, translate);
      },
      accept(received) {
        version = received.version ?? null;
        conflicts.takeTheirs();
        files.cancelFile();
        entries.receive(row === null ? withGiven(received, given) : received);
        sender.forget();

        return undefined;
      },
    });

  async function save(): Promise<boolean> {
    if (files.isSending.value) await files.settled();
    const running = sender.running();
    if (running) return running;
    if (!form.value || conflicts.isUndecided() || lifetime.aborted || !entries.validate()) return false;
    conflicts.endIfDecided();

    return sender.start();
  }

  function restore(given: unknown): boolean {
    const draft = readDraft(given, state.value);
    if (!draft || !form.value) return false;
    const received = form.value.values;
    batch(() => {
      values.value = { ...received, ...draft.values };
      if (row !== null) {
        original.value = { ...received, ...draft.expected };
        conflicts.takeCurrent(received);
        conflicts.endIfDecided();
      }
      sender.remember(draft.request);
    });

    return entries.isDirty.value;
  }

  whenOnline({ problem: request.problem, browser, lifetime }, load);
  void load();

  return {
    translate,
    ...snapshots<RecordFormSnapshot>(
      {
        ...sender.snapshot,
        ...{ uploads: files.uploads, fileSizes: files.fileSizes },
        saving: computed(() => files.isAwaited.value || sender.snapshot.saving.value),
        loading: request.loading,
        slow: request.slow,
        ready: computed(() => form.value !== null),
        problem: computed(() => request.problem.value ?? sender.problem.value),
        ...{ fields: entries.fields, values, original, faults: entries.faults },
        isDirty: computed(() => entries.isDirty.value || files.isSending.value),
        conflict: conflicts.conflict,
        row: computed(() => row),
        name: computed(() => form.value?.name ?? ''),
      },
      lifetime,
    ),
    ...{ load, save, restore, set: entries.set, validate: entries.validate },
    ...{ sendFile: files.sendFile, cancelFile: files.cancelFile },
    ...{ decide: conflicts.decide, takeTheirs: conflicts.takeTheirs, keepMine: conflicts.keepMine },
    discard: () =>
      batch(() => {
        conflicts.takeTheirs();
        files.cancelFile();
        entries.clear();
        sender.forget();
      }),
    draft: () => draftOf(state.value, sender.remembered()),
    filterOptions: (choice, query, limit = optionsLimits.first) =>
      readFilterOptions(choice, { query, limit }, send, translate),
    stop: () => stopping.abort(),
  };
}

/** A file belongs to one record: a new one that has the values of another is without it. */
function withGiven(form: RecordForm, given: FormValues): RecordForm {
  const holding = form.fields.filter(({ file }) => file).map(({ name }) => name);

  return { ...form, values: { ...form.values, ...without(given, ...holding) } };
}
