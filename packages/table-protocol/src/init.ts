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
  apiVersion: string;
  template: InitTemplate;
  meta: InitMeta;
}

export interface InitTemplate {
  /** Path of the data route. */
  readPath: string;
  method: ReadMethod;
  /** Milliseconds to wait after the last keystroke or filter change. */
  debounce: number;
  /** Name of the row identifier in every row. */
  dtRowId: string;
  /** Parameter name under which router buttons pass the row identifier. */
  model: string;
  name: string;
  crtNo: boolean;
  selectable: boolean;
  responsive: boolean;
  preview: boolean;
  /** Whether the table has row buttons, and so an actions column. */
  actions: boolean;
  labels: { crtNo: string; actions: string };
  lengthMenu: number[];
  controls: TableControl[];
  comparisonOperator: ComparisonOperator;
  searchModes: SearchMode[];
  dateFormat: string;
  totalLabel: string;
  filters?: InitFilter[];
  /** CSS classes of the alignment in force for the whole table. */
  align: string[];
  aligns: Record<Alignment, string>;
  /** CSS classes of the view modes in force; each is a value of `styles`. */
  style: string[];
  styles: Record<ViewMode, string>;
  /** CSS class of a highlighted row. */
  highlight: string;
  buttons: { global: InitButton[]; row: InitButton[]; dropdown: InitButton[] };
  columns: InitColumn[];
}

/** A button as the client gets it: server-side routing words are resolved to a `path` or a `route`. */
export interface InitButton {
  name: string;
  label?: string;
  icon?: string;
  class?: string | null;
  action?: ButtonAction;
  method?: ButtonMethod;
  event?: string;
  postEvent?: string;
  confirmation?: boolean;
  message?: string;
  tooltip?: string;
  params?: Record<string, unknown>;
  slot?: string;
  selection?: boolean;
  /** ajax, href and export buttons. A row button's path has the literal `dtRowId` where the identifier goes. */
  path?: string;
  /** Router buttons: the name of the client's route. */
  route?: string;
}

export interface InitColumn {
  name: string;
  label: string;
  data?: string;
  align?: Alignment;
  class?: string;
  tooltip?: string;
  /** Key → label. Rows carry the key. */
  enum?: Record<string, string>;
  /** How a `money` or `number` column is to be shown; cells arrive formatted, without the symbol. */
  number?: InitNumber;
  money?: NumberFormat;
  meta: InitColumnMeta;
}

export interface NumberFormat {
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
  symbol: string;
  decimal: string;
  thousand: string;
  precision: number;
  /** The `format` of the template. */
  template: string;
}

export type InitColumnMeta = Record<ColumnFlag, boolean> & {
  visible: boolean;
  /** Set by the client when a narrow screen leaves no room; always false here. */
  hidden: false;
  sort: SortDirection | null;
};

export interface InitFilter {
  label: string;
  /** `table.column` of the query. */
  data: string;
  name: string;
  type: FilterType;
  enum?: Record<string, string>;
  /** `select` filters: where the options are read from. */
  path?: string;
  multiple?: boolean;
  /** Nothing chosen yet: an empty list with `multiple`, otherwise null. There are clients that fill it in. */
  value?: [] | null;
}

export interface InitMeta {
  start: 0;
  length: number;
  search: '';
  searchMode: SearchMode;
  sort: boolean;
  forceInfo: false;
  loading: false;
  fullInfoRecordLimit: number;
  total: boolean;
  number: boolean;
  enum: boolean;
  date: boolean;
  datetime: boolean;
  searchable: boolean;
  filterable: boolean;
  translatable: boolean;
  cents: boolean;
  method: boolean;
  resource: boolean;
}
