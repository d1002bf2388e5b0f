import type { InitMeta, InitTemplate } from '@rowhouse/table-protocol';
import type { ActionsFunctions, ActionsSnapshot } from './actions/Actions.ts';
import type { ColumnsFunctions, ColumnsSnapshot } from './columns/Columns.ts';
import type { EditingFunctions, EditingSnapshot } from './editing/Editing.ts';
import type { ExportFunctions, ExportSnapshot } from './exports/Exports.ts';
import type { FiltersFunctions, FiltersSnapshot } from './filters/Filters.ts';
import type { GroupingFunctions, GroupingSnapshot } from './grouping/Grouping.ts';
import type { TableProblem } from './http/TableProblem.ts';
import type { Translate } from './language/translator.ts';
import type { LinkingFunctions } from './linking/Linking.ts';
import type { LiveFunctions, LiveSnapshot } from './live/LiveRows.ts';
import type { PagesFunctions, PagesSnapshot } from './pages/Pages.ts';
import type { PastingFunctions, PastingSnapshot } from './pasting/Pasting.ts';
import type { PhoneRowsFunctions, PhoneRowsSnapshot } from './phone/PhoneRows.ts';
import type { HostConditions } from './requests/connection.ts';
import type { RowsFunctions, RowsSnapshot } from './rows/Rows.ts';
import type { SelectionFunctions, SelectionSnapshot } from './selection/Selection.ts';
import type { SortingFunctions, SortingSnapshot } from './sorting/Sorting.ts';
import type { SummaryFunctions, SummarySnapshot } from './summaries/Summaries.ts';
import type { UndoFunctions, UndoSnapshot } from './undo/Undo.ts';
import type { ViewFunctions, ViewSnapshot } from './views/TableViews.ts';

/** Snapshot of a table's state. Members that did not change are the same objects as before. */
export interface TableSnapshot
  extends ActionsSnapshot,
    ColumnsSnapshot,
    EditingSnapshot,
    ExportSnapshot,
    FiltersSnapshot,
    GroupingSnapshot,
    LiveSnapshot,
    PagesSnapshot,
    PastingSnapshot,
    PhoneRowsSnapshot,
    RowsSnapshot,
    SelectionSnapshot,
    SortingSnapshot,
    SummarySnapshot,
    UndoSnapshot,
    ViewSnapshot {
  /** `ready` after init was read. */
  readonly phase: 'starting' | 'ready';
  /** Null while starting. */
  readonly template: InitTemplate | null;
  readonly initMeta: InitMeta | null;

  /** True during a data request, and while init is read again. */
  readonly loading: boolean;
  /** True if the current request takes longer than 3 s. */
  readonly slow: boolean;
  /** The last failure; null after the next success. The rows stay unchanged. */
  readonly problem: TableProblem | null;
  /** The newest results and sort order for screen readers, translated. Problems and notices are separate alerts. */
  readonly announcement: string;
}

/** The methods of a table. Those that return a value read the current state. */
export interface TableFunctions
  extends ActionsFunctions,
    ColumnsFunctions,
    EditingFunctions,
    ExportFunctions,
    FiltersFunctions,
    GroupingFunctions,
    LinkingFunctions,
    LiveFunctions,
    PagesFunctions,
    PastingFunctions,
    PhoneRowsFunctions,
    RowsFunctions,
    SelectionFunctions,
    SortingFunctions,
    SummaryFunctions,
    UndoFunctions,
    ViewFunctions {
  readonly id: string;
  readonly translate: Translate;

  /** Requests the same page again immediately. Resolves when the request has succeeded or failed. */
  reload(): Promise<void>;
  /** Requests counts and totals of a table over its limit. They are reused for the other pages of the same search and filters until the next `reload`. */
  forceInfo(): Promise<void>;
  /** Returns to the template's state, and reads init again. */
  reset(): Promise<void>;
}

/** State and methods in one object, for bindings with reactive objects: `useTable` of `@rowhouse/table-vue`. */
export interface TableController extends TableSnapshot, TableFunctions {}

/**
 * A table without a user interface, for React's `useSyncExternalStore` or any other: draw `getSnapshot()` again after
 * each change.
 */
export interface TableClient extends TableFunctions {
  /** The state; the same object until something has changed. */
  getSnapshot(): TableSnapshot;
  /**
   * Calls `listener` synchronously after each change, until the returned function is called. An error that it throws is
   * rethrown in a microtask.
   */
  subscribe(listener: () => void): () => void;
  /** Replaces the application's conditions; if they differ, the first page is shown. */
  setHost(host: HostConditions): void;
  /** Aborts requests, and stops timers and listeners. The last state stays. */
  stop(): void;
}
