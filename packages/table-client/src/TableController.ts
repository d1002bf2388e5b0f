import type {
  ActionFailure,
  DataPayload,
  DataResponse,
  FilterType,
  InitButton,
  InitColumn,
  InitFilter,
  InitMeta,
  InitTemplate,
  InternalFilter,
  SearchMode,
  SortDirection,
  TableJob,
  ViewMode,
} from '@rowhouse/table-protocol';
import type { GroupingFunctions, GroupingSnapshot } from './Grouping.ts';
import type { TableProblem } from './http/TableProblem.ts';
import type { LiveFunctions, LiveSnapshot } from './LiveRows.ts';
import type { PhoneRowsFunctions, PhoneRowsSnapshot } from './PhoneRows.ts';
import type { EditingFunctions, EditingSnapshot } from './TableEditing.ts';
import type { ExportFunctions, ExportSnapshot } from './TableExports.ts';
import type { RowId, TableRow } from './TableRow.ts';
import type { SelectionFunctions, SelectionSnapshot } from './TableSelection.ts';
import type { SummaryFunctions, SummaryMembers } from './TableSummaries.ts';
import type { ViewFunctions, ViewSnapshot } from './TableViews.ts';
import type { WhereNode } from './Where.ts';

export type { RowId, TableRow } from './TableRow.ts';
export type { PlainCondition, WhereCondition, WhereNode } from './Where.ts';

/** Height of the rows. */
export type Density = 'compact' | 'normal' | 'roomy';

/** `left` is the side where the page's text starts, which is the right side in a right-to-left page. */
export type PinnedSide = 'left' | 'right';

/** Treatment of columns without room: hidden, with their values in the row's details, or reached by scrolling. */
export type ColumnFit = 'hide' | 'scroll';

/** A drawable column (never a rogue one) with the user's settings. */
export interface TableColumn extends InitColumn {
  /** Not hidden by the user. */
  readonly visible: boolean;
  /** Visible, but without room on this screen: its values are in the row's details. */
  readonly hidden: boolean;
  readonly sort: SortDirection | null;
  /** One-based position in the sort order; null if it is not sorted. */
  readonly sortPlace: number | null;
  /** The user can sort by it. While rows are grouped, also by a total or a label of the groups. */
  readonly canSort: boolean;
  /** Its sort can be removed: not the order of groups by their label, which is the usual one. */
  readonly canUnsort: boolean;
  /** Width that the user has set, in CSS pixels; null if it follows the content. */
  readonly width: number | null;
  /** The side where it is pinned while the others scroll; null if it scrolls. */
  readonly pinned: PinnedSide | null;
}

/** A possible filter: a filterable column, or an entry of the template's `filters`. */
export interface FilterChoice extends Omit<InitFilter, 'type'> {
  readonly type: FilterType;
  /** The options are the rows of another table, whose data route is `path`; missing for a route of options. */
  readonly names?: {
    /** Identifier of the row that comes first; null for none. */
    readonly row: string | number | null;
  };
}

/** A condition in the form of a plain filter. */
export interface ActiveFilter extends InternalFilter {
  readonly label: string;
  /** Labels of a select filter's chosen options, whose values are identifiers. */
  readonly valueLabels?: readonly string[];
}

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
}

/** A message about an action that has ended. */
export interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'danger' | 'info' | 'warning';
  readonly message: string;
  /** The rows that the action failed on: name and reason. */
  readonly failures?: readonly { readonly id: RowId; readonly row: string; readonly message: string }[];
  /** Number of failed rows that are not in `failures`. */
  readonly unlistedFailures?: number;
}

/** Translates a text of the table or of the component; `{name}` in it stands for a parameter. */
export type Translate = (text: string, params?: Readonly<Record<string, string | number>>) => string;

/** Snapshot of a table's state. Members that did not change are the same objects as before. */
export interface TableSnapshot
  extends EditingSnapshot,
    ExportSnapshot,
    GroupingSnapshot,
    LiveSnapshot,
    PhoneRowsSnapshot,
    SelectionSnapshot,
    SummaryMembers,
    ViewSnapshot {
  /** `ready` after init was read. */
  readonly phase: 'starting' | 'ready';
  /** Null while starting. */
  readonly template: InitTemplate | null;
  readonly initMeta: InitMeta | null;

  /** The rows of the page. */
  readonly rows: readonly TableRow[];
  /** The newest response of the data route; null before the first. */
  readonly body: DataResponse<TableRow> | null;
  /** True during a data request, and while init is read again. */
  readonly loading: boolean;
  /** True if the current request takes longer than 3 s. */
  readonly slow: boolean;
  /** The last failure; null after the next success. The rows stay unchanged. */
  readonly problem: TableProblem | null;
  /** The newest results and sort order for screen readers, translated. Problems and notices are separate alerts. */
  readonly announcement: string;

  /** Drawable columns in template order. */
  readonly columns: readonly TableColumn[];
  /** The columns in the grid: visible and not hidden. */
  readonly shownColumns: readonly TableColumn[];
  /** The columns without room: visible and hidden. */
  readonly hiddenColumns: readonly TableColumn[];

  readonly search: string;
  readonly searchMode: SearchMode;
  /** Zero-based index of the page's first row. */
  readonly start: number;
  readonly length: number;
  /** The length follows the height of the window. */
  readonly autoLength: boolean;
  /** One-based. */
  readonly page: number;
  /** Null if the filtered count is not known. */
  readonly pages: number | null;
  /** False if the page is known to be the last. */
  readonly hasNextPage: boolean;
  /** Sorted columns, by precedence. */
  readonly sort: readonly { readonly name: string; readonly direction: SortDirection }[];
  readonly viewModes: readonly ViewMode[];
  readonly density: Density;
  /** Treatment of columns without room. */
  readonly fit: ColumnFit;
  /** The user's filters, all of which rows match: the plain ones, then the others. */
  readonly conditions: readonly WhereNode[];
  /** The plain ones of `conditions`. */
  readonly filters: readonly ActiveFilter[];
  /** The others of `conditions`, as one filter with AND, OR and NOT; null without any. */
  readonly where: WhereNode | null;
  readonly filterChoices: readonly FilterChoice[];

  readonly expanded: ReadonlySet<RowId>;
  readonly highlighted: ReadonlySet<RowId>;

  readonly confirmation: Confirmation | null;
  readonly notices: readonly Notice[];
  /** Exports and background actions started here: running ones, and ended ones that were not dismissed. */
  readonly jobs: readonly TableJob[];
  /** Names of the buttons whose request is running; row buttons as `name:dtRowId`. */
  readonly busyButtons: ReadonlySet<string>;
}

/** The methods of a table. Those that return a value read the current state. */
export interface TableFunctions
  extends EditingFunctions,
    ExportFunctions,
    GroupingFunctions,
    LiveFunctions,
    PhoneRowsFunctions,
    SelectionFunctions,
    SummaryFunctions,
    ViewFunctions {
  readonly id: string;
  readonly translate: Translate;

  rowId(row: TableRow): RowId;
  /** One-based position in the result, of a row on the page that is shown; of a grouped row, in its group. */
  rowNumber(indexOnPage: number): number;

  /** Shows the first page. Debounced as the template says, like changes of filters. */
  setSearch(text: string): void;
  setSearchMode(mode: SearchMode): void;
  goToPage(page: number): void;
  /** `auto` fits as many rows as the window has room for, up to the largest length of the menu. */
  setLength(length: number | 'auto'): void;
  /** Called by the grid with the number of rows that the window has room for; ignored unless `autoLength`. */
  fitLength(rows: number): void;
  /** None → ASC → DESC → none. Replaces the sort order unless `add`. Shows the first page. */
  toggleSort(name: string, options?: { add?: boolean }): void;
  /** Replaces the sort order. Columns that cannot be sorted, and repeated ones, are omitted. Shows the first page. */
  setSort(sort: TableSnapshot['sort']): void;
  /** Removes one column from the sort order, or all. */
  clearSort(name?: string): void;
  setVisible(name: string, visible: boolean): void;
  /** Called by the grid with the columns that have no room. */
  setHidden(names: readonly string[]): void;
  /** `compact` switches between the densities `compact` and `normal`. */
  toggleViewMode(mode: ViewMode): void;
  setDensity(density: Density): void;
  setFit(fit: ColumnFit): void;
  /**
   * Moves a column by that number of visible columns, towards the start for negative steps. A pinned column moves among
   * those pinned at its side.
   */
  moveColumn(name: string, steps: number): void;
  /** Width in CSS pixels, from 48 to 2000; null for that of the content. */
  resizeColumn(name: string, width: number | null): void;
  /** `left` is the side where the page's text starts; null lets it scroll. */
  pinColumn(name: string, side: PinnedSide | null): void;
  /** Adds a condition, or replaces the one at `index` of `conditions`. */
  setCondition(condition: WhereNode, index?: number): void;
  removeCondition(index: number): void;
  /** Adds a plain filter, or replaces the one at `index` of `filters`. */
  setFilter(filter: ActiveFilter, index?: number): void;
  removeFilter(index: number): void;
  /** Replaces the filter with AND, OR and NOT, next to the plain ones. */
  setWhere(where: WhereNode | null): void;
  /** Removes all filters. */
  clearFilters(): void;
  /** Requests the same page again immediately. Resolves when the request has succeeded or failed. */
  reload(): Promise<void>;
  /** Requests counts and totals of a table over its limit. They are reused for the other pages of the same search and filters until the next `reload`. */
  forceInfo(): Promise<void>;
  /** Returns to the template's state, and reads init again. */
  reset(): Promise<void>;

  toggleExpanded(id: RowId): void;
  highlight(id: RowId): void;
  removeHighlight(id: RowId): void;
  toggleHighlight(id: RowId): void;
  clearHighlighted(): void;

  /** The address that a column's value in a row links to; null for none. */
  cellLink(column: string, row: TableRow): string | null;
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
  confirm(): Promise<void>;
  cancelConfirmation(): void;
  /** Shows a message in the manner of those about actions; translated. */
  notify(kind: Notice['kind'], message: string): void;
  dismissNotice(id: number): void;
  /** The name of a row that an action failed on, also of one that is not on the page. */
  failedRow(failure: ActionFailure): string;
  /** The address of a row's own page, also of a row that is not on this page; null without `rowPage`. */
  rowLink(id: RowId): string | null;
  /** Requests the server to cancel a job. */
  cancelJob(id: string): Promise<void>;
  /** Removes a job from the list; it continues to run. */
  dismissJob(id: string): void;
  /** Emits `clicked` for a cell of a clickable column. */
  clickCell(column: TableColumn, row: TableRow): void;

  /**
   * Reads the options of a select filter, at most `limit`, by default `optionsLimits.first`: if `limit` are found, there
   * may be more. Rejects with an Error whose message is for the user.
   */
  filterOptions(
    choice: FilterChoice,
    query: string,
    limit?: number,
  ): Promise<readonly { id: string | number; name: string }[]>;
}

/** State and methods in one object, for bindings with reactive objects: `useTable` of `@rowhouse/table-vue`. */
export interface TableController extends TableSnapshot, TableFunctions {}

/** The application's own conditions, sent with every request. */
export interface HostConditions {
  /** table → column → value, or list of values. */
  readonly filters?: DataPayload['filters'] | undefined;
  /** table → column → `{min, max}`, both included. */
  readonly intervals?: DataPayload['intervals'] | undefined;
  /** Values for the server's query; sent to init, too. */
  readonly params?: DataPayload['params'] | undefined;
}

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
