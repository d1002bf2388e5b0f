import { computed } from '@preact/signals-core';
import type { InitTemplate, LinkedTable, RelatedTable } from '@rowhouse/table-protocol';
import { createEditing } from './editing/createEditing.ts';
import type { EditingFunctions, EditingSnapshot } from './editing/Editing.ts';
import type { FiltersFunctions } from './filters/Filters.ts';
import { optionsLimits, readFilterOptions } from './filters/filterChoices.ts';
import type { TableHttp } from './http/TableHttp.ts';
import type { TableProblem } from './http/TableProblem.ts';
import { requestSender, transportOver } from './http/transport.ts';
import type { Translate } from './language/translator.ts';
import { translator } from './language/translator.ts';
import { createRowLookup } from './record/createRowLookup.ts';
import {
  type RecordActionsFunctions,
  type RecordActionsOptions,
  type RecordActionsSnapshot,
  recordActions,
} from './record/recordActions.ts';
import type { RecordLocation } from './record/rowFinder.ts';
import { type Browser, windowBrowser } from './table/Browser.ts';
import { snapshots } from './table/snapshots.ts';
import type { TableColumn } from './table/TableColumn.ts';
import type { TableRow } from './table/TableRow.ts';

export interface RecordClientOptions extends RecordActionsOptions {
  /** Path of the table's init route. */
  readonly path: string;
  /** The initial row; `setLocation` changes it. */
  readonly location: RecordLocation;
  /** The prefix of the table's parameters in the page's address, from which search, filters and sort are read. */
  readonly url: string;
  /** A function like `fetch`, or an Axios instance. Defaults to `globalThis.fetch`. */
  readonly http?: TableHttp;
  /** Translates the texts of problems. Defaults to English. */
  readonly i18n?: Translate;
  /** Defaults to `window`; null for none. */
  readonly browser?: Browser | null;
}

/** Snapshot of a row. Members that did not change are the same objects as before. */
export interface RecordSnapshot extends RecordActionsSnapshot, EditingSnapshot {
  /** Null until init is read. */
  readonly template: InitTemplate | null;
  /** In template order, including those that are not visible in the table; empty until init is read. */
  readonly columns: readonly TableColumn[];
  /** Null until it is read, and if there is none. */
  readonly row: TableRow | null;
  /** The row does not exist. */
  readonly missing: boolean;
  readonly loading: boolean;
  /** True if the request takes longer than 3 s. */
  readonly slow: boolean;
  readonly problem: TableProblem | null;
  /** Zero-based index in the result; null if it is not known, or the row is not in the result. */
  readonly position: number | null;
  /** Number of rows in the result; null if they are not counted. */
  readonly count: number | null;
  /** Rows per page of the table; null until init is read. */
  readonly length: number | null;
  /** Null at the ends of the result, and if the position is not known. */
  readonly previous: RecordLocation | null;
  readonly next: RecordLocation | null;
}

/** A row of a table without a user interface. */
export interface RecordClient extends RecordActionsFunctions, Omit<EditingFunctions, 'startEdit'> {
  readonly translate: Translate;
  /** The state; the same object until something has changed. */
  getSnapshot(): RecordSnapshot;
  /**
   * Calls `listener` synchronously after each change, until the returned function is called. An error that it throws is
   * rethrown in a microtask.
   */
  subscribe(listener: () => void): () => void;
  /** Edits a value of the row, as `startEdit` of a table. */
  startEdit(column: string): Promise<boolean>;
  /** Reads the options of a value that is edited. Rejects with an Error whose message is for the user. */
  filterOptions: FiltersFunctions['filterOptions'];
  /**
   * The tables with rows that refer to the row, or that a join table links to it (with `linked`), as far as the user may read them;
   * none without a row. Rejects with an Error whose message is for the user.
   */
  related(): Promise<readonly (RelatedTable | LinkedTable)[]>;
  /** Shows another row, unless it is shown already. */
  setLocation(location: RecordLocation): void;
  /** Reads the row again. Resolves when the request has succeeded or failed. */
  reload(): Promise<void>;
  /** Aborts requests, and stops timers and listeners. The last state stays. */
  stop(): void;
}

/**
 * One row of a table, and the rows before and after it in the result that the page's address describes: with the
 * search, filters and sort of the table. With a position, one request reads the row there with its neighbours; if
 * another row is at the position, or without a position, the row is read by its identifier, which also finds its
 * position.
 *
 * Reads immediately, and again when the browser is back online. Ends with its `stop`.
 */
export function createRecordClient(options: RecordClientOptions): RecordClient {
  const { browser = windowBrowser() } = options;
  const stopping = new AbortController();
  const lifetime = stopping.signal;
  const translate = translator(options.i18n);
  const send = requestSender(transportOver(options.http), translate);
  const context = { send, translate, browser, lifetime };

  const lookup = createRowLookup({ ...options, ...context, onShown: () => editing.dropEdit() });
  const { rowId, reload } = lookup;
  const { row } = lookup.snapshot;
  const actions = recordActions({ ...context, ...lookup.snapshot, options, rowId, reload });
  const editing = createEditing({
    ...context,
    rowId,
    reload,
    template: lookup.template,
    rows: computed(() => (row.value ? [row.value] : [])),
    changeRows: lookup.changeRow,
    notify: actions.notify,
    host: () => ({}),
    refreshTotals: async () => undefined,
  });

  void reload();

  return {
    translate,
    ...snapshots<RecordSnapshot>({ ...lookup.snapshot, ...actions.snapshot, ...editing.snapshot }, lifetime),
    ...actions.functions,
    ...editing.functions,
    startEdit: async (column) => row.value !== null && editing.functions.startEdit(rowId(row.value), column),
    filterOptions: (choice, query, limit = optionsLimits.first) =>
      readFilterOptions(choice, { query, limit }, send, translate),
    async related() {
      const { readRelated } = await import('./record/readRelated.ts');
      const template = lookup.snapshot.template.value;

      return row.value && template ? readRelated(template, String(rowId(row.value)), send, translate) : [];
    },
    setLocation: lookup.setLocation,
    reload,
    stop: () => stopping.abort(),
  };
}
