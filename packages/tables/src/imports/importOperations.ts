import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { say, type TranslateText } from '@rowhouse/problems';
import { english, inLanguage, parsedText } from '@rowhouse/problems/internal';
import type { ImportHeader } from '@rowhouse/table-protocol';
import type { ActionRunOptions } from '../actions/ActionRun.ts';
import { continueRun } from '../actions/runAction.ts';
import type { Table } from '../definition/Table.ts';
import type { ActionResult } from '../definition/TableAction.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { TableError } from '../errors.ts';
import { localeFormats } from '../format/localeFormats.ts';
import type { TableQueries, TableQuery } from '../prepare/tableQueries.ts';
import { parseUndo } from '../records/parseUndo.ts';
import type { PlanOptions } from '../records/RecordPlan.ts';
import { translated } from '../runtime/translated.ts';
import { undoRun } from '../undo/undoRun.ts';
import type { IsRunning } from '../undo/undoSteps.ts';
import { checkFile, type ImportReport } from './checkFile.ts';
import type { FileCell, RowsFile } from './files/FileRows.ts';
import { openFile } from './files/openFile.ts';
import { type ImportMatch, type ImportPlan, isNeeded, matchHeader, planImport } from './ImportPlan.ts';
import { findImport } from './importRecords.ts';
import { type ImportRequest, parseImportRequest } from './importRequest.ts';
import type { RowFault } from './RowFault.ts';
import { rowReader } from './readRows.ts';
import { refusedRows } from './refusedRows.ts';
import { readHeader } from './rowChunks.ts';
import { type ImportResult, type ImportRunOptions, runImport } from './runImport.ts';

export interface ImportCall {
  /** IANA time zone of dates and times without one. Defaults to the configured zone. */
  readonly timeZone?: string | null;
  /** Translates texts of the definition, such as labels, for headers in the language of the user. Defaults to English. */
  readonly translate?: TranslateText | undefined;
}

/**
 * Imports of CSV and XLSX files into tables whose definition has `records.import`. `path` is a file on this machine; `payload`
 * has `{ key?, sheet?, columns?, params?, locale? }`, as the query of the import route. Every function throws
 * `tables.not_found` for a table without imports, and `tables.invalid_request` for a file that cannot be read, for columns that are
 * no fields of the user, and for wrong options, before anything is written.
 */
export interface ImportOperations {
  /** Reads the header only, and returns what a user needs to match its columns. Columns without a field are no fault. */
  header(
    id: string,
    path: string,
    payload: unknown,
    user?: unknown,
    options?: ImportCall,
  ): Promise<ImportHeader>;
  /** Reads the header only. Returns the columns that are imported, and the sheets of the file. */
  inspect(
    id: string,
    path: string,
    payload: unknown,
    user?: unknown,
    options?: ImportCall,
  ): Promise<{
    readonly columns: readonly { readonly header: string; readonly field: string }[];
    readonly sheets: readonly string[];
  }>;
  /** Checks every row as `run` does, and writes nothing. What only the database refuses is found by `run`. */
  check(
    id: string,
    path: string,
    payload: unknown,
    user?: unknown,
    options?: ImportCall & { readonly signal?: AbortSignal; readonly onProgress?: (rows: number) => void },
  ): Promise<ImportReport>;
  /**
   * Imports the rows in chunks, each exactly once; a refused row is left out. With the `runId` (at most 64 characters) of an import
   * that was interrupted, continues it. Throws `tables.busy`, `tables.import_unavailable`, and the reason of `pause`.
   */
  run(
    id: string,
    path: string,
    payload: unknown,
    user?: unknown,
    options?: ImportCall & ImportRunOptions & { readonly runId?: string },
  ): Promise<ImportResult>;
  /**
   * Undoes what an import of the same user has written, by a run of its own; `payload` is an `UndoPayload`. Created records are removed,
   * and changed ones are as they were; the failures are those that were changed since. Throws `tables.row_not_found` if the change
   * is not his or no longer kept, and `tables.edit_refused` if it was undone already.
   */
  undo(
    id: string,
    payload: unknown,
    user?: unknown,
    options?: Pick<ImportCall, 'timeZone'> & Omit<ActionRunOptions, 'timeZone'>,
  ): Promise<ActionResult>;
  /** The refused rows of an import as a CSV file in UTF-8, with their reasons. Takes the file and the options of the import. */
  refused(
    id: string,
    path: string,
    payload: unknown,
    user: unknown,
    options: ImportCall & { readonly runId: string },
  ): Promise<Readable>;
}

export interface ImportsOptions extends PlanOptions {
  readonly get: (id: string) => Table;
  readonly queriesOf: (id: string) => TableQueries;
  readonly edits?: EditHooks | undefined;
}

type FileCall = readonly [id: string, path: string, payload: unknown, user: unknown, call: ImportCall];

interface OpenedFile {
  readonly file: RowsFile;
  readonly request: ImportRequest;
  readonly query: TableQuery;
  readonly header: readonly FileCell[];
  /** Translates a text of the definition. */
  readonly words: (text: string) => string;
}

const never = new AbortController().signal;

export function importOperations(options: ImportsOptions): ImportOperations {
  const { get, queriesOf, edits = {} } = options;

  const keysOf = (id: string): readonly string[] => {
    const { records } = get(id).definition;
    const declared = records?.create ? records.import : undefined;
    if (!declared) throw new TableError('tables.not_found', say`The table "${id}" takes no files.`);

    return declared === true || !records?.update ? [] : (declared.keys ?? []);
  };

  /** Opens a file, reads its header, and closes it at the end. */
  const withHeader = <T>(
    [id, path, payload, user, { timeZone, translate = english }]: FileCall,
    use: (opened: OpenedFile) => Promise<T>,
  ): Promise<T> =>
    translated(async () => {
      const request = parseImportRequest(payload, keysOf(id));
      const { params, locale } = request;
      const query = await queriesOf(id).prepare({ params, locale }, user, timeZone, { usesKeys: false });
      const words = (text: string) => translate(text as never, {});
      const file = await openFile(path, request);
      try {
        return await use({ file, request, query, header: await readHeader(file), words });
      } finally {
        await file.close();
      }
    });

  /** The same with the plan for its header. */
  const withFile = <T>(
    call: FileCall,
    use: (file: RowsFile, plan: ImportPlan, words: (text: string) => string) => Promise<T>,
  ): Promise<T> =>
    withHeader(call, async ({ file, request, query, header, words }) =>
      use(file, await planImport(query, request, header, { ...options, translate: words }), words),
    );

  return {
    header: (id, path, payload, user = null, call = {}) =>
      withHeader([id, path, payload, user, call], async ({ file, request, query, header, words }) => {
        const found = await matchHeader(query, request, header, { ...options, translate: words });

        return describedHeader(found, { keys: keysOf(id), sheets: file.sheets, words });
      }),
    inspect: (id, path, payload, user = null, call = {}) =>
      withFile([id, path, payload, user, call], async ({ sheets }, { columns }) => ({
        columns: columns.map(({ header, name }) => ({ header, field: name })),
        sheets,
      })),
    check: (id, path, payload, user = null, call = {}) =>
      withFile([id, path, payload, user, call], async (file, plan, words) =>
        checkFile(file, plan, await rowReader(plan, words), {
          signal: call.signal ?? never,
          onProgress: call.onProgress,
        }),
      ),
    run: (id, path, payload, user = null, call = {}) =>
      withFile([id, path, payload, user, call], async (file, plan, words) => {
        const reader = await rowReader(plan, words);

        return runImport({ path, file, plan, reader, hooks: edits }, call.runId ?? randomUUID(), call);
      }),
    undo: (id, payload, user = null, call = {}) =>
      translated(async () => {
        keysOf(id);
        const { undo, ...request } = parseUndo(payload);
        const query = await queriesOf(id).prepare(request, user, call.timeZone, { usesKeys: false });
        const isRunning: IsRunning = async (db, run) => (await findImport({ db }, run))?.state === 'running';
        const run = await undoRun(query, { id: undo, kind: 'import', action: null, isRunning }, call);

        return continueRun(run, call);
      }),
    refused: async (id, path, payload, user, { timeZone, translate = english, runId }) => {
      const request = parseImportRequest(payload, keysOf(id));
      const { params, locale } = request;
      const query = await translated(() =>
        queriesOf(id).prepare({ params, locale }, user, timeZone, { usesKeys: false }),
      );
      const record = await translated(() => findImport(query.runtime, runId));
      if (record === null || record.table_id !== id) {
        throw new TableError('tables.not_found', say`The import ${runId} does not exist, or was removed.`);
      }
      const file = await openFile(path, request);
      const headers = (await readHeader(file)).map((cell: FileCell) =>
        typeof cell === 'string' ? cell : (cell?.text ?? ''),
      );
      const output = refusedRows(
        query.runtime.db,
        { run: record.run, file, headers },
        {
          reason: translate('Reason', {}),
          faultText: (fault) => inLanguage(faultText(fault), translate),
          decimal: localeFormats(query.context.request.locale ?? 'en')?.number('').decimal ?? '.',
        },
      );

      return output.once('close', () => void file.close());
    },
  };
}

function describedHeader(
  { headers, columns, fields }: ImportMatch,
  {
    keys,
    sheets,
    words,
  }: {
    readonly keys: readonly string[];
    readonly sheets: readonly string[];
    readonly words: (text: string) => string;
  },
): ImportHeader {
  return {
    headers: headers.filter((text) => text !== ''),
    fields: fields.map((field) => ({
      name: field.name,
      label: words(field.column.label),
      ...(isNeeded(field) && { required: true }),
    })),
    columns: Object.fromEntries(columns.map(({ header, name }) => [header, name])),
    keys: keys.filter((key) => fields.some(({ name }) => name === key)),
    sheets: [...sheets],
  };
}

/** The message of a fault before it is translated. */
export function faultText({ message, text }: Pick<RowFault, 'message' | 'text'>) {
  return parsedText(text ?? (message as never));
}
