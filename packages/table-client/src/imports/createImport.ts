import { batch, computed, signal } from '@preact/signals-core';
import type { ImportReport, JobUndo } from '@rowhouse/table-protocol';
import { importHeader, importJobResponse, importReport } from '@rowhouse/table-protocol/internal';
import { postFile, type SendFile } from '../http/sendFile.ts';
import type { TableHttp } from '../http/TableHttp.ts';
import type { TableProblem } from '../http/TableProblem.ts';
import { requestSender, transportOver, withQuery } from '../http/transport.ts';
import { type Translate, translator } from '../language/translator.ts';
import { read } from '../responses/readShape.ts';
import { isRecord, readResponse } from '../responses/shape.ts';
import { browserStorage, type TableStorage } from '../state/storedState.ts';
import { snapshots } from '../table/snapshots.ts';
import { undoMany } from '../undo/undoMany.ts';
import type {
  ImportChoices,
  ImportColumn,
  ImportFunctions,
  ImportRequestKind,
  ImportSnapshot,
} from './ImportState.ts';
import { importColumns } from './importColumns.ts';
import { importJob } from './importJob.ts';
import { importUploads } from './importUploads.ts';
import { rememberedChoices } from './rememberedChoices.ts';

export interface ImportOptions {
  /** Path of the table's `import` route. */
  readonly path: string;
  /** Key under which the user's choices for this table are remembered. */
  readonly id: string;
  /** Language of the values, until the user chooses another. Defaults to that of the server. */
  readonly locale?: string | null;
  /** Free values for the server's query. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Posts files, with progress if it can. Defaults to `fetch`, which has none. */
  readonly sendFile?: SendFile;
  /** A function like `fetch`, or an Axios instance. Defaults to `globalThis.fetch`. */
  readonly http?: TableHttp;
  /** Translates the texts of problems. Defaults to English. */
  readonly i18n?: Translate;
  /** Where choices are remembered. Defaults to `localStorage`; null for nowhere. */
  readonly storage?: TableStorage | null;
}

/** The import of a file into a table, without a user interface. */
export interface ImportClient extends ImportFunctions {
  readonly translate: Translate;
  /** The state; the same object until something has changed. */
  getSnapshot(): ImportSnapshot;
  /** Calls `listener` synchronously after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Aborts requests, and stops timers. A started import continues on the server. */
  stop(): void;
}

/** A file that is matched with fields, checked, and imported; and the progress of the import. */
export function createImport(options: ImportOptions): ImportClient {
  const { path, params, sendFile = postFile, storage = browserStorage() } = options;
  const stopping = new AbortController();
  const lifetime = stopping.signal;
  const translate = translator(options.i18n);
  const remembered = rememberedChoices(storage, `rowhouse-import:${options.id}`);

  const file = signal<File | null>(null);
  const choices = signal<ImportChoices>({ key: null, sheet: null, locale: options.locale ?? null });
  const report = signal<ImportReport | null>(null);
  const result = signal<ImportReport | null>(null);
  const problem = signal<TableProblem | null>(null);
  const matching = importColumns(choices);
  const { header, columns, missing } = matching;
  const job = importJob({ send: requestSender(transportOver(options.http), translate), lifetime, problem });
  const uploads = importUploads({
    ...{ sendFile, translate, lifetime, problem },
    file: () => file.value,
    addressOf: (kind) =>
      withQuery(path, queryOf(kind, { columns: columns.value, choices: choices.value, params })),
  });
  const undo = computed(() => job.job.value?.undo ?? undoOf(result.value, path));

  function inspect(): Promise<void> {
    return uploads.upload('inspect', (response) => {
      const found = readResponse('init', (body) => read(importHeader, body), response, translate);
      const { columns: earlier, key, locale } = remembered.read();
      matching.receive(found, earlier);
      choices.value = {
        ...choices.value,
        key: found.keys.includes(key ?? '') ? key : null,
        locale: locale ?? choices.value.locale,
      };
    });
  }

  /** What was found is no longer what the present choices would do. */
  function change(next: () => void): void {
    batch(() => {
      if (uploads.running.value !== 'inspect') uploads.abort();
      next();
      report.value = null;
      problem.value = null;
    });
  }

  function reset(): void {
    change(() => {
      uploads.abort();
      file.value = null;
      matching.receive(null);
      choices.value = { ...choices.value, sheet: null };
      result.value = null;
      job.forget();
    });
  }

  async function check(): Promise<void> {
    if (missing.value.length > 0 || !matching.hasColumns.value || uploads.running.value !== null) return;
    remembered.write(columns.value, choices.value);
    await uploads.upload('check', (response) => {
      report.value = readResponse('data', (body) => read(importReport, body), response, translate);
    });
  }

  async function start(): Promise<void> {
    if (report.value === null || uploads.running.value !== null) return;
    await uploads.upload('import', (response) => {
      const isQueued = isRecord(response) && 'import' in response;
      if (isQueued) {
        job.started(
          readResponse('edit', (body) => read(importJobResponse, body), response, translate).import,
        );
      } else {
        result.value = readResponse('edit', (body) => read(importReport, body), response, translate);
      }
    });
  }

  return {
    translate,
    ...snapshots<ImportSnapshot>(
      {
        ...{ header, columns, missing, choices, report, result, undo, problem },
        ...{ running: uploads.running, sent: uploads.sent, job: job.job },
        file: computed(() => file.value && { name: file.value.name, size: file.value.size }),
        columnFaults: computed(() => columnFaults(problem.value)),
      },
      lifetime,
    ),
    ...{ check, start, reset, abort: uploads.abort, cancel: job.cancel, follow: job.follow },
    async choose(chosen) {
      batch(() => {
        reset();
        file.value = chosen;
      });
      await inspect();
    },
    async undoImport() {
      const step = undo.value;
      if (step === null) return null;
      const { message, job: undoing } = await undoMany(step, {
        ...(options.http && { http: options.http }),
        ...(options.i18n && { i18n: options.i18n }),
        ...(params && { params }),
      });
      if (undoing === null) return message;
      job.forget();
      job.started(undoing);

      return null;
    },
    match: (name, field) => change(() => matching.match(name, field)),
    async set(given) {
      const isOtherSheet = given.sheet !== undefined && given.sheet !== choices.value.sheet;
      change(() => {
        choices.value = { ...choices.value, ...given };
      });
      if (isOtherSheet) await inspect();
    },
    stop: () => stopping.abort(),
  };
}

interface Chosen {
  readonly columns: readonly ImportColumn[];
  readonly choices: ImportChoices;
  readonly params: ImportOptions['params'];
}

function queryOf(kind: ImportRequestKind, { columns, choices, params }: Chosen): object {
  const { key, sheet, locale } = choices;
  const fields = Object.fromEntries(columns.map(({ header, field }) => [header, field]));

  return {
    ...{ sheet, locale, params },
    ...(kind === 'inspect' && { inspect: true }),
    ...(kind === 'check' && { dryRun: true }),
    // As one text: a header may contain brackets.
    ...(kind !== 'inspect' && { key, columns: JSON.stringify(fields) }),
  };
}

function undoOf(result: ImportReport | null, path: string): JobUndo | null {
  return result?.undo === undefined ? null : { id: result.undo, path: `${path}/undo` };
}

/** The faults that the server has found in single columns. */
function columnFaults(problem: TableProblem | null): ImportSnapshot['columnFaults'] {
  const prefix = 'columns.';

  return Object.fromEntries(
    Object.entries(problem?.errors ?? {}).flatMap(([field, messages]) =>
      field.startsWith(prefix) ? [[field.slice(prefix.length), messages]] : [],
    ),
  );
}
