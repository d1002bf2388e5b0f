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

/** The answer of a table's `init` route: everything a component needs to draw the table, without a row. */
export interface InitResponse {
  /** Changes when stored client state must not survive. */
  apiVersion: string;
  /** What the table looks like. */
  template: InitTemplate;
  /** The state to start from, and which features any column uses. */
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
  /** Parameter name under which router buttons pass the row identifier. */
  model: string;
  /** Title of the table; may be empty. */
  name: string;
  /** Whether the current line number is shown. */
  crtNo: boolean;
  /** Whether rows can be selected. */
  selectable: boolean;
  /** Whether columns without room are hidden. */
  responsive: boolean;
  /** Whether rows have a preview. */
  preview: boolean;
  /** Whether the table has row buttons, and so an actions column. */
  actions: boolean;
  labels: {
    /** Header of the line numbers. */
    crtNo: string;
    /** Header of the actions column. */
    actions: string;
  };
  /** Page sizes; the first is in force at first. */
  lengthMenu: number[];
  /** Controls shown above the table. */
  controls: TableControl[];
  /** `ILIKE` ignores case. */
  comparisonOperator: ComparisonOperator;
  /** Those that the user may choose from. */
  searchModes: SearchMode[];
  /** PHP date format of `date` columns without their own. */
  dateFormat: string;
  /** IANA time zone in which dates are shown to this user, and in which days and times without a zone are read. */
  timeZone?: string;
  /** Header of the totals row. */
  totalLabel: string;
  /** Filters that are no columns; left out when there are none that the user may use. */
  filters?: InitFilter[];
  /** CSS classes of the alignment in force for the whole table. */
  align: string[];
  /** Alignment → its CSS class. */
  aligns: Record<Alignment, string>;
  /** CSS classes of the view modes in force; each is a value of `styles`. */
  style: string[];
  /** View mode → its CSS class. */
  styles: Record<ViewMode, string>;
  /** CSS class of a highlighted row. */
  highlight: string;
  buttons: {
    /** Above the table. */
    global: InitButton[];
    /** In every row; `_actions` of a row names those that it has. */
    row: InitButton[];
    /** Above the table, inside a dropdown. */
    dropdown: InitButton[];
  };
  /** In the order of the template. */
  columns: InitColumn[];
}

/** A button as the client gets it: server-side routing words are resolved to a `path` or a `route`. */
export interface InitButton {
  /** Unique in the table. */
  name: string;
  /** Text of the button. */
  label?: string;
  /** Icon class. */
  icon?: string;
  /** CSS classes. */
  class?: string | null;
  /** What a press does; without it, it only emits the event. */
  action?: ButtonAction;
  /** Of an ajax button. */
  method?: ButtonMethod;
  /** Emitted when it is pressed. */
  event?: string;
  /** Emitted when its ajax request has completed. */
  postEvent?: string;
  /** Whether to ask before acting. */
  confirmation?: boolean;
  /** The question; always there with `confirmation`. */
  message?: string;
  /** Tooltip of a row button. */
  tooltip?: string;
  /** Parameters of a router button's route, or the format of an export. */
  params?: Record<string, unknown>;
  /** Slot that is drawn in its place. */
  slot?: string;
  /** Whether it acts on the selected rows, sent as `selection`. */
  selection?: boolean;
  /** ajax, href and export buttons. A row button's path has the literal `dtRowId` where the identifier goes. */
  path?: string;
  /** Router buttons: the name of the client's route. */
  route?: string;
}

export interface InitColumn {
  /** Key of the column in every row; dotted for nested properties. */
  name: string;
  /** Header. */
  label: string;
  /** `table.column` of the query. */
  data?: string;
  /** Goes before that of the template. */
  align?: Alignment;
  /** CSS classes of the cells. */
  class?: string;
  /** Tooltip of the header. */
  tooltip?: string;
  /** Key → label. Rows carry the key. */
  enum?: Record<string, string>;
  /**
   * How a `filterable` column is filtered, where the template leaves that to the database; otherwise the other members
   * tell it.
   */
  type?: FilterType;
  /** How a `money` or `number` column is to be shown; cells arrive formatted, without the symbol. */
  number?: InitNumber;
  /** As the template has it; `number` is the same, completed. */
  money?: NumberFormat;
  /** The tags, one boolean each. */
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
}

export type InitColumnMeta = Record<ColumnFlag, boolean> & {
  /** False with the tag `notVisible`. */
  visible: boolean;
  /** Set by the client when a narrow screen leaves no room; always false here. */
  hidden: false;
  /** Of the tags `sort:ASC` and `sort:DESC`. */
  sort: SortDirection | null;
};

export interface InitFilter {
  /** Text beside the filter. */
  label: string;
  /** `table.column` of the query. */
  data: string;
  /** Unique in the table. */
  name: string;
  /** Kind of the values. */
  type: FilterType;
  /** `enum` filters: key → label. */
  enum?: Record<string, string>;
  /** `select` filters: where the options are read from. */
  path?: string;
  /** Whether several values may be chosen. */
  multiple?: boolean;
  /** In force at first. Nothing chosen: an empty list with `multiple`, otherwise null. There are clients that fill it in. */
  value?: unknown;
  /** Member of an option that is its label. */
  selectLabel?: string;
  /** Whether the labels of the options are translated. */
  translated?: boolean;
  /** Sent when options are read. */
  params?: Record<string, unknown>;
  /** Sent when options are read, for related records. */
  pivotParams?: Record<string, unknown>;
  /** Whether the page draws the filter. */
  custom?: boolean;
  /** The slot that draws the filter. */
  slot?: boolean | string;
}

export interface InitMeta {
  /** Index of the first row. */
  start: 0;
  /** The first of the length menu. */
  length: number;
  /** No search at first. */
  search: '';
  /** In force at first. */
  searchMode: SearchMode;
  /** Whether a column is sorted by default. */
  sort: boolean;
  /** Counts and totals are not forced at first. */
  forceInfo: false;
  /** For the client. */
  loading: false;
  /** Rows above which filtered count and totals are computed on demand only. */
  fullInfoRecordLimit: number;
  /** Whether a column is tagged `total`, `rawTotal`, `average` or `customTotal`. */
  total: boolean;
  /** Whether a column has `money` or `number`. */
  number: boolean;
  /** Whether a column has `enum`. */
  enum: boolean;
  /** Whether a column is tagged so, as the next ones. */
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
}
