import type {
  ActionFailure,
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
import type { TableProblem } from './http/TableProblem.ts';

/** Value of `dtRowId` in a row. */
export type RowId = string | number;

/** One row as the server sent it. `_actions` names the row buttons that it has; without it, it has all. */
export interface TableRow {
  [column: string]: unknown;
  _actions?: readonly string[];
  /** Column name → CSS classes of its cell; a list are those of the whole row. */
  _cssClasses?: Readonly<Record<string, string>> | readonly string[];
}

/**
 * What a slot is given, as far as it has it: `column`, `row` and `loading` in a cell, `total` and `column` below a column,
 * `row` in the details of a row. The slot of a button is given `button`, `row`, and what is to be drawn.
 */
export interface TableSlotProps {
  readonly row?: TableRow;
  readonly column?: TableColumn;
  readonly loading?: boolean;
  readonly button?: InitButton;
  readonly [name: string]: unknown;
}

/** A column that may be drawn (never a rogue one), with what the user has made of it. */
export interface TableColumn extends InitColumn {
  /** The user wants to see it. */
  readonly visible: boolean;
  /** Wanted, and without room on this screen: its values stand in the row's details. */
  readonly hidden: boolean;
  readonly sort: SortDirection | null;
  /** One-based place in the sort order; null when it is not sorted. */
  readonly sortPlace: number | null;
}

/** What a filter can be made for: a filterable column, or an entry of the template's `filters`. */
export interface FilterChoice extends Omit<InitFilter, 'type'> {
  readonly type: FilterType;
}

/** A row of the bar of active filters. */
export interface ActiveFilter extends InternalFilter {
  readonly label: string;
  /** Labels of a select filter's chosen options, since their values are identifiers. */
  readonly valueLabels?: readonly string[];
}

/** A button pressed that waits for the user's word. */
export interface Confirmation {
  readonly button: InitButton;
  readonly row: TableRow | null;
  /** Already translated. */
  readonly message: string;
  /** What it acts on, translated: the row's name, or how many rows; empty where it acts on none. */
  readonly subject: string;
  /** What it sends when confirmed: the rows and the search of the moment when it was pressed. Null where it sends none. */
  readonly payload: object | null;
}

/** A message about an action that ended, shown until dismissed. */
export interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'danger' | 'info' | 'warning';
  readonly message: string;
  /** Of an action that failed on some rows: these rows, by name, and why. */
  readonly failures?: readonly { readonly row: string; readonly message: string }[];
  /** How many rows the action failed on besides. */
  readonly unlistedFailures?: number;
}

/** Translates a text of the table or of the component; `{name}` in it stands for a parameter. */
export type Translate = (text: string, params?: Readonly<Record<string, string | number>>) => string;

/**
 * A table's state and everything that can be done with it: what `useTable` answers and every part draws. Reactive;
 * refs are unwrapped. Change it through its functions only.
 */
export interface TableController {
  readonly id: string;
  /** `starting` until init has been answered; `ready` from then on. */
  readonly phase: 'starting' | 'ready';
  /** Null while starting. */
  readonly template: InitTemplate | null;
  readonly initMeta: InitMeta | null;

  /** The rows of the page. */
  readonly rows: readonly TableRow[];
  /** The newest answer of the data route; null before the first. */
  readonly body: DataResponse<TableRow> | null;
  /** Whether a data request is on its way, or init is read again. */
  readonly loading: boolean;
  /** Whether the request on its way has taken longer than a person waits unasked (3 s). */
  readonly slow: boolean;
  /** What went wrong last; null again after the next success. The rows shown before stay. */
  readonly problem: TableProblem | null;
  /** What a screen reader is to say now, translated: results and sort. Problems and notices are alerts of their own. */
  readonly announcement: string;

  /** Drawable columns in template order. */
  readonly columns: readonly TableColumn[];
  /** Those of `columns` that have a place in the grid: visible and not hidden. */
  readonly shownColumns: readonly TableColumn[];
  /** Those that have no room: visible and hidden. */
  readonly hiddenColumns: readonly TableColumn[];

  readonly search: string;
  readonly searchMode: SearchMode;
  /** Zero-based index of the page's first row. */
  readonly start: number;
  readonly length: number;
  /** One-based. */
  readonly page: number;
  /** Null when the filtered count is not known. */
  readonly pages: number | null;
  /** Whether there is a next page, as far as is known. */
  readonly hasNextPage: boolean;
  /** Sorted columns, the first one first. */
  readonly sort: readonly { readonly name: string; readonly direction: SortDirection }[];
  readonly viewModes: readonly ViewMode[];
  /** Filters that the user has set. */
  readonly filters: readonly ActiveFilter[];
  readonly filterChoices: readonly FilterChoice[];

  /** Kept over the pages of one result; empty again when another search or other filters are shown. */
  readonly selected: readonly RowId[];
  /** Every row of the page is selected; false on an empty page. */
  readonly pageSelected: boolean;
  /** Selected rows that are not on this page. */
  readonly selectedElsewhere: number;
  readonly expanded: ReadonlySet<RowId>;
  readonly highlighted: ReadonlySet<RowId>;

  readonly confirmation: Confirmation | null;
  readonly notices: readonly Notice[];
  /** Exports and background actions started here: those that go on, and those that ended and were not dismissed. */
  readonly jobs: readonly TableJob[];
  /** Names of the buttons whose request is on its way; row buttons as `name:dtRowId`. */
  readonly busyButtons: ReadonlySet<string>;

  readonly translate: Translate;

  rowId(row: TableRow): RowId;
  /** Position in the whole result, one-based; of the page shown, while another is on its way. */
  rowNumber(indexOnPage: number): number;

  /** Debounced as the template says, as are changes of filters; goes to the first page. */
  setSearch(text: string): void;
  setSearchMode(mode: SearchMode): void;
  goToPage(page: number): void;
  setLength(length: number): void;
  /** None → ASC → DESC → none. Alone, unless `add`. Goes to the first page. */
  toggleSort(name: string, options?: { add?: boolean }): void;
  /** Takes one column out of the order, or all. */
  clearSort(name?: string): void;
  setVisible(name: string, visible: boolean): void;
  /** The grid says which columns have no room. */
  setHidden(names: readonly string[]): void;
  toggleViewMode(mode: ViewMode): void;
  /** Adds a filter, or replaces the one at `index`. */
  setFilter(filter: ActiveFilter, index?: number): void;
  removeFilter(index: number): void;
  clearFilters(): void;
  /** Asks for the same page again, at once. Resolves when it is there or has failed. */
  reload(): Promise<void>;
  /** Asks once for counts and totals although the table is over its limit. They hold for the other pages of the same search and filters, until the next `reload`. */
  forceInfo(): Promise<void>;
  /** Forgets everything the user has made of the table, and reads init again. */
  reset(): Promise<void>;

  /** Replaces the selection. */
  select(ids: Iterable<RowId>): void;
  toggleSelected(id: RowId): void;
  togglePageSelected(): void;
  clearSelected(): void;
  toggleExpanded(id: RowId): void;
  highlight(id: RowId): void;
  removeHighlight(id: RowId): void;
  toggleHighlight(id: RowId): void;
  clearHighlighted(): void;

  /** The row buttons of one row. */
  /** The address that a column's value in a row leads to; null for none. */
  cellLink(column: string, row: TableRow): string | null;
  rowButtons(row: TableRow): readonly InitButton[];
  /** Path of a button with the row's identifier in place; null when it has none. */
  buttonPath(button: InitButton, row?: TableRow): string | null;
  isBusy(button: InitButton, row?: TableRow): boolean;
  /** Whether it can be pressed now: one with `selection` needs a selected row. */
  isEnabled(button: InitButton): boolean;
  /**
   * Emits its event, asks for confirmation where it wants one, then acts; does nothing while it is busy or not enabled.
   * An `href` button is drawn as a link to `buttonPath`, which the browser follows by itself: only with a confirmation
   * must the link's click be prevented, and `confirm` follows it.
   */
  press(button: InitButton, row?: TableRow): Promise<void>;
  confirm(): Promise<void>;
  cancelConfirmation(): void;
  dismissNotice(id: number): void;
  /** What a person knows a row by that an action failed on, also one that is not on the page. */
  failedRow(failure: ActionFailure): string;
  /** Asks the server to end a job. */
  cancelJob(id: string): Promise<void>;
  /** Takes a job off the list; it goes on all the same. */
  dismissJob(id: string): void;
  /** Tells the host that a cell of a clickable column was chosen. */
  clickCell(column: TableColumn, row: TableRow): void;

  /** Reads the options of a select filter. Rejects with an Error whose message is for the user. */
  filterOptions(
    choice: FilterChoice,
    query: string,
  ): Promise<readonly { id: string | number; name: string }[]>;
}
