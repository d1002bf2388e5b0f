import type {
  Alignment,
  ButtonAction,
  ButtonMethod,
  ColumnFlag,
  ComparisonOperator,
  FilterType,
  ReadMethod,
  SearchMode,
  SortDirection,
  TableControl,
  ViewMode,
} from './constants.ts';
import type { InitColumnEdit, InitEdit } from './editing.ts';

/** Response of a table's `init` route: everything that a component needs to draw the table, without rows. */
export interface InitResponse {
  /** Changes when clients must discard stored state. */
  apiVersion: string;
  /** Definition of the table. */
  template: InitTemplate;
  /** Initial state, and the features that columns use. */
  meta: InitMeta;
}

export interface InitTemplate {
  /** Path of the data route. */
  readPath: string;
  /** Method of data and export requests. */
  method: ReadMethod;
  /** Milliseconds to wait after the last keystroke or filter change. */
  debounce: number;
  /** Name of the row identifier in every row. */
  dtRowId: string;
  /**
   * Columns whose values together name a row; empty if its identifier does. Missing: the first column with a text.
   */
  rowName?: string[];
  /** Parameter name under which router buttons pass the row identifier. */
  model: string;
  /** Title of the table; may be empty. */
  name: string;
  /** Whether line numbers are shown. */
  crtNo: boolean;
  /** Whether rows can be selected. */
  selectable: boolean;
  /** Whether columns that do not fit are hidden. */
  responsive: boolean;
  /** Whether rows have a preview. */
  preview: boolean;
  /** Set if `meta.changes` says which of the shown rows have changed. */
  live?: true;
  /** Whether the table has row buttons, and so an actions column. */
  actions: boolean;
  labels: {
    /** Header of the line numbers. */
    crtNo: string;
    /** Header of the actions column. */
    actions: string;
  };
  /** Page sizes; the first is the default. */
  lengthMenu: number[];
  /** Controls shown above the table. */
  controls: TableControl[];
  /** `ILIKE` ignores case. */
  comparisonOperator: ComparisonOperator;
  /** Search modes that the user can choose. */
  searchModes: SearchMode[];
  /** PHP date format of `date` columns without their own. */
  dateFormat: string;
  /** IANA time zone of this user, for showing dates and for parsing dates and times without a zone. */
  timeZone?: string;
  /** Header of the totals row. */
  totalLabel: string;
  /** Filters that are not columns; missing if the user may use none. */
  filters?: InitFilter[];
  /** `table.column` of the filters that `meta.facets` may request; missing if there are none. */
  facets?: string[];
  /** Names of the columns that `meta.statistics` may request; missing if there are none. */
  statistics?: string[];
  /** CSS classes of the alignment of the table. */
  align: string[];
  /** Alignment → its CSS class. */
  aligns: Record<Alignment, string>;
  /** CSS classes of the active view modes; each is a value of `styles`. */
  style: string[];
  /** View mode → its CSS class. */
  styles: Record<ViewMode, string>;
  /** CSS class of a highlighted row. */
  highlight: string;
  buttons: {
    /** Above the table. */
    global: InitButton[];
    /** In rows; `_actions` of a row lists its buttons. */
    row: InitButton[];
    /** Above the table, inside a dropdown. */
    dropdown: InitButton[];
  };
  /** Missing if the user may not edit cells. */
  edit?: InitEdit;
  /** In the order of the template. */
  columns: InitColumn[];
}

/** A button for the client: server routes are resolved to a `path` or a `route`. */
export interface InitButton {
  /** Unique in the table. */
  name: string;
  /** Text of the button. */
  label?: string;
  /** Icon class. */
  icon?: string;
  /** CSS classes. */
  class?: string | null;
  /** What a press does; without an action it only emits the event. */
  action?: ButtonAction;
  /** HTTP method of an ajax button. */
  method?: ButtonMethod;
  /** Emitted when it is pressed. */
  event?: string;
  /** Emitted when its ajax request has completed. */
  postEvent?: string;
  /** Whether to ask for confirmation. */
  confirmation?: boolean;
  /** The question; always set with `confirmation`. */
  message?: string;
  /** Tooltip of a row button. */
  tooltip?: string;
  /** Parameters of a router button's route, or the format of an export. */
  params?: Record<string, unknown>;
  /** Slot that replaces the button. */
  slot?: string;
  /** Whether it applies to the selected rows, sent as `selection`. */
  selection?: boolean;
  /** With `selection`: the table request is sent instead, with `only` or `except`. */
  matching?: true;
  /** For ajax, href and export buttons. In a row button's path, `dtRowId` is a placeholder for the identifier. */
  path?: string;
  /** For router buttons: name of the client's route. */
  route?: string;
}

export interface InitColumn {
  /** Key of the column in every row; dotted for nested properties. */
  name: string;
  /** Header. */
  label: string;
  /** `table.column` of the query. */
  data?: string;
  /** Overrides that of the template. */
  align?: Alignment;
  /** CSS classes of the cells. */
  class?: string;
  /** Tooltip of the header. */
  tooltip?: string;
  /** Key → label. Rows contain the key. */
  enum?: Record<string, string>;
  /** Filter type of a `filterable` column, if the type of the database column decides it. */
  type?: FilterType;
  /** PHP date format of the cells, for `date` and `datetime` columns. */
  dateFormat?: string;
  /** Format of a `money` or `number` column; cells are already formatted, without the symbol. */
  number?: InitNumber;
  /** As in the template; `number` is the same with defaults. */
  money?: NumberFormat;
  /** Set if cells show what a function of the application makes of the value, which no filter finds. */
  resource?: true;
  /** How its cells are edited; missing if the user may not edit them. */
  edit?: InitColumnEdit;
  /** The tags, one boolean each; `editable` is false if the user may not edit. */
  meta: InitColumnMeta;
}

export interface NumberFormat {
  /** Currency symbol or unit; none by default. */
  symbol?: string;
  /** Decimal separator; `.` by default. */
  decimal?: string;
  /** Thousands separator; `,` by default. */
  thousand?: string;
  /** Digits after the decimal separator; 0 by default. */
  precision?: number;
  /** `%s` is the symbol and `%v` the value; `%s%v` by default. */
  format?: string;
}

export interface InitNumber {
  /** Currency symbol or unit; may be empty. */
  symbol: string;
  /** Decimal separator. */
  decimal: string;
  /** Thousands separator. */
  thousand: string;
  /** Digits after the decimal separator. */
  precision: number;
  /** The `format` of the template: `%s` is the symbol and `%v` the value. */
  template: string;
  /** For negative numbers: `%v` is the value without its sign, which this text has. Missing where the value has it. */
  negative?: string;
  /** The language of the request; then the cells are written as they are to be shown. */
  locale?: string;
}

export type InitColumnMeta = Record<ColumnFlag, boolean> & {
  /** False with the tag `notVisible`. */
  visible: boolean;
  /** Set by the client if the column does not fit; always false here. */
  hidden: false;
  /** From the tags `sort:ASC` and `sort:DESC`. */
  sort: SortDirection | null;
};

export interface InitFilter {
  /** Label of the filter. */
  label: string;
  /** `table.column` of the query. */
  data: string;
  /** Unique in the table. */
  name: string;
  /** Kind of the values. */
  type: FilterType;
  /** `enum` filters: key → label. */
  enum?: Record<string, string>;
  /** `select` filters: path of the options. */
  path?: string;
  /** Whether several values may be chosen. */
  multiple?: boolean;
  /** Initial value; for none an empty list with `multiple`, otherwise null. Some clients change it in place. */
  value?: unknown;
  /** Property of an option that is its label. */
  selectLabel?: string;
  /** Whether the labels of the options are translated. */
  translated?: boolean;
  /** Sent when options are loaded. */
  params?: Record<string, unknown>;
  /** Sent when options are loaded, for related records. */
  pivotParams?: Record<string, unknown>;
  /** Whether the application draws the filter. */
  custom?: boolean;
  /** The slot that draws the filter. */
  slot?: boolean | string;
}

export interface InitMeta {
  /** Index of the first row. */
  start: 0;
  /** The first of the length menu. */
  length: number;
  /** Initially empty. */
  search: '';
  /** Initial search mode. */
  searchMode: SearchMode;
  /** Whether a column is sorted by default. */
  sort: boolean;
  /** Initially false. */
  forceInfo: false;
  /** For the client. */
  loading: false;
  /** Number of rows above which filtered count and totals are computed only on request. */
  fullInfoRecordLimit: number;
  /** Whether a column is tagged `total`, `rawTotal`, `average` or `customTotal`. */
  total: boolean;
  /** Whether a column has `money` or `number`. */
  number: boolean;
  /** Whether a column has `enum`. */
  enum: boolean;
  /** Whether a column has this tag. */
  date: boolean;
  /** As `date`. */
  datetime: boolean;
  /** As `date`. */
  searchable: boolean;
  /** As `date`. */
  filterable: boolean;
  /** As `date`. */
  translatable: boolean;
  /** As `date`. */
  cents: boolean;
  /** As `date`. */
  method: boolean;
  /** Whether a column has `resource`. */
  resource: boolean;
  /** Whether requests may have `only` and `except`. */
  selection?: true;
}
