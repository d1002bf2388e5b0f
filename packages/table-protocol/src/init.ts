import {
  alignments,
  buttonActions,
  buttonMethods,
  columnFlags,
  comparisonOperators,
  filterTypes,
  readMethods,
  searchModes,
  sortDirections,
  tableControls,
  viewModes,
} from './constants.ts';
import { type InitColumnEdit, type InitEdit, initColumnEdit, initEdit } from './editing.ts';
import {
  anyOf,
  anything,
  boolean,
  count,
  each,
  exactly,
  fallback,
  type Infer,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  recordOf,
  ref,
  text,
} from './shape/Shape.ts';

/** Servers may send the label of a key as a number. */
const label = text({ fromNumber: true });

export const numberFormat = object({
  /** Currency symbol or unit. Defaults to none. */
  symbol: optional(text()),
  /** Decimal separator. Defaults to `.`. */
  decimal: optional(text()),
  /** Thousands separator. Defaults to `,`. */
  thousand: optional(text()),
  /** Digits after the decimal separator. Defaults to 0. */
  precision: optional(count()),
  /** `%s` is the symbol and `%v` the value. Defaults to `%s%v`. */
  format: optional(text()),
});
export interface NumberFormat extends Infer<typeof numberFormat> {}

export const initNumber = object({
  /** Currency symbol or unit; may be empty. */
  symbol: fallback(text(), ''),
  /** Decimal separator. */
  decimal: fallback(text(), '.'),
  /** Thousands separator. */
  thousand: fallback(text(), ','),
  /** Digits after the decimal separator. */
  precision: fallback(count(), 0),
  /** The `format` of the template: `%s` is the symbol and `%v` the value. */
  template: fallback(text(), '%s%v'),
  /** For negative numbers: `%v` is the value without its sign, which this text has. Missing where the value has it. */
  negative: optional(text()),
  /** The language of the request; then the cells are written as they are to be shown. */
  locale: optional(text()),
});
export interface InitNumber extends Infer<typeof initNumber> {}

export const initColumnMeta = object({
  ...each(columnFlags, fallback(boolean(), false)),
  /** False with the tag `notVisible`. */
  visible: fallback(boolean(), true),
  /** Set by the client if the column does not fit; always false here. */
  hidden: fallback(exactly(false), false),
  /** From the tags `sort:ASC` and `sort:DESC`. */
  sort: fallback(nullable(oneOf(sortDirections)), null),
});
/** The tags, one boolean each. */
export interface InitColumnMeta extends Infer<typeof initColumnMeta> {}

export const initColumn = object({
  /** Key of the column in every row; dotted for nested properties. */
  name: text({ minLength: 1 }),
  /** Header. */
  label: text(),
  /** `table.column` of the query. */
  data: optional(text()),
  /** Overrides that of the template. */
  align: optional(oneOf(alignments)),
  /** CSS classes of the cells. */
  class: optional(text()),
  /** Tooltip of the header. */
  tooltip: optional(text()),
  /** Key → label. Rows contain the key. */
  enum: optional(record(label)),
  /** Filter type of a `filterable` column, if the type of the database column decides it. */
  type: optional(oneOf(filterTypes)),
  /** PHP date format of the cells, for `date` and `datetime` columns. */
  dateFormat: optional(text()),
  /** Format of a `money` or `number` column; cells are already formatted, without the symbol. */
  number: optional(ref<InitNumber>(initNumber)),
  /** As in the template; `number` is the same with defaults. */
  money: optional(ref<NumberFormat>(numberFormat)),
  /** Set if cells show what a function of the application makes of the value, which no filter finds. */
  resource: optional(exactly(true)),
  /** Path of the file whose name a cell shows; `dtRowId` is replaced by the identifier of the row. Missing for other values. */
  download: optional(text()),
  /** How its cells are edited; missing if the user may not edit them. */
  edit: optional(ref<InitColumnEdit>(initColumnEdit)),
  /** The tags, one boolean each; `editable` is false if the user may not edit. */
  meta: fallback(ref<InitColumnMeta>(initColumnMeta), {}),
});
export interface InitColumn extends Infer<typeof initColumn> {}

export const initFilter = object({
  /** Label of the filter. */
  label: text(),
  /** `table.column` of the query. */
  data: text({ minLength: 1 }),
  /** Unique in the table. */
  name: text(),
  /** Kind of the values. */
  type: oneOf(filterTypes),
  /** `enum` filters: key → label. */
  enum: optional(record(label)),
  /** `select` filters: path of the options. */
  path: optional(text()),
  /** Whether several values may be chosen. */
  multiple: optional(boolean()),
  /** Initial value; for none an empty list with `multiple`, otherwise null. Some clients change it in place. */
  value: optional(anything()),
  /** Property of an option that is its label. */
  selectLabel: optional(text()),
  /** Whether the labels of the options are translated. */
  translated: optional(boolean()),
  /** Sent when options are loaded. */
  params: optional(record(anything())),
  /** Sent when options are loaded, for related records. */
  pivotParams: optional(record(anything())),
  /** Whether the application draws the filter. */
  custom: optional(boolean()),
  /** The slot that draws the filter. */
  slot: optional(anyOf(boolean(), text())),
});
export interface InitFilter extends Infer<typeof initFilter> {}

export const initButton = object({
  /** Unique in the table. */
  name: text({ minLength: 1 }),
  /** Text of the button. */
  label: optional(text()),
  /** Icon class. */
  icon: optional(text()),
  /** CSS classes. */
  class: optional(nullable(text())),
  /** What a press does; without an action it only emits the event. */
  action: optional(oneOf(buttonActions)),
  /** HTTP method of an ajax button. */
  method: optional(oneOf(buttonMethods)),
  /** Emitted when it is pressed. */
  event: optional(text()),
  /** Emitted when its ajax request has completed. */
  postEvent: optional(text()),
  /** Whether to ask for confirmation. */
  confirmation: optional(boolean()),
  /** The question; always set with `confirmation`. */
  message: optional(text()),
  /** Tooltip of a row button. */
  tooltip: optional(text()),
  /** Parameters of a router button's route, or the format of an export. */
  params: optional(fallback(record(anything()), {})),
  /** Slot that replaces the button. */
  slot: optional(text()),
  /** Whether it applies to the selected rows, sent as `selection`. */
  selection: optional(boolean()),
  /** With `selection`: the table request is sent instead, with `only` or `except`. */
  matching: optional(exactly(true)),
  /** For ajax, href and export buttons. In a row button's path, `dtRowId` is a placeholder for the identifier. */
  path: optional(text()),
  /** Set for a row button that deletes a record: GET of its path returns what that would do. */
  deletes: optional(exactly(true)),
  /** For router buttons: name of the client's route. */
  route: optional(text()),
  /** Path of the form of what the action asks for. Its values are sent as `input` of the action. */
  form: optional(text()),
  /** Path of the preview of an action that sets columns. POST it what the action would get. */
  preview: optional(text()),
  /** Path to which the `undo` of the action's response is posted. Null: the action cannot be undone. Missing for other buttons. */
  undo: optional(nullable(text())),
  /** Set if undoing it does not restore records with which other rows are deleted or changed. */
  partialUndo: optional(exactly(true)),
});
/** A button for the client: server routes are resolved to a `path` or a `route`. */
export interface InitButton extends Infer<typeof initButton> {}

export const initTemplate = object({
  /** Path of the data route. */
  readPath: text({ minLength: 1 }),
  /** Method of data and export requests. */
  method: fallback(oneOf(readMethods), 'GET'),
  /** Milliseconds to wait after the last keystroke or filter change. */
  debounce: fallback(count(), 100),
  /** Name of the row identifier in every row. */
  dtRowId: fallback(text({ minLength: 1 }), 'dtRowId'),
  /**
   * Columns whose values together name a row; empty if its identifier does. Missing: the first column with a text.
   */
  rowName: optional(list(text())),
  /** Parameter name under which router buttons pass the row identifier. */
  model: fallback(text({ minLength: 1 }), 'id'),
  /** Title of the table; may be empty. */
  name: fallback(text(), ''),
  /** Whether line numbers are shown. */
  crtNo: fallback(boolean(), false),
  /** Whether rows can be selected. */
  selectable: fallback(boolean(), false),
  /** Whether columns that do not fit are hidden. */
  responsive: fallback(boolean(), false),
  /** Whether rows have a preview. */
  preview: fallback(boolean(), false),
  /** Set if `meta.changes` says which of the shown rows have changed. */
  live: optional(exactly(true)),
  /** Whether the table has row buttons, and so an actions column. */
  actions: fallback(boolean(), false),
  labels: fallback(
    object({
      /** Header of the line numbers. */
      crtNo: fallback(text(), '#'),
      /** Header of the actions column. */
      actions: fallback(text(), 'Actions'),
    }),
    {},
  ),
  /** Page sizes; the first is the default. */
  lengthMenu: fallback(list(integer({ minimum: 1 }), { minItems: 1 }), [10]),
  /** Controls shown above the table. */
  controls: fallback(list(oneOf(tableControls), { uniqueItems: true }), []),
  /** `ILIKE` ignores case. */
  comparisonOperator: fallback(oneOf(comparisonOperators), 'LIKE'),
  /** Search modes that the user can choose. */
  searchModes: fallback(list(oneOf(searchModes), { minItems: 1, uniqueItems: true }), ['full']),
  /** PHP date format of `date` columns without their own. */
  dateFormat: fallback(text(), ''),
  /** IANA time zone of this user, for showing dates and for parsing dates and times without a zone. */
  timeZone: optional(text()),
  /** Header of the totals row. */
  totalLabel: fallback(text(), 'Total'),
  /** Filters that are not columns; missing if the user may use none. */
  filters: optional(list(ref<InitFilter>(initFilter), { minItems: 1 })),
  /** `table.column` of the filters that `meta.facets` may request; missing if there are none. */
  facets: optional(list(text(), { minItems: 1 })),
  /** Names of the columns that `meta.statistics` may request; missing if there are none. */
  statistics: optional(list(text(), { minItems: 1 })),
  /** CSS classes of the alignment of the table. */
  align: fallback(list(text()), []),
  /** Alignment → its CSS class. */
  aligns: fallback(recordOf(alignments, fallback(label, '')), {}),
  /** CSS classes of the active view modes; each is a value of `styles`. */
  style: fallback(list(text()), []),
  /** View mode → its CSS class. */
  styles: fallback(recordOf(viewModes, fallback(label, '')), {}),
  /** CSS class of a highlighted row. */
  highlight: fallback(text(), ''),
  buttons: fallback(
    object({
      /** Above the table. */
      global: fallback(list(ref<InitButton>(initButton)), []),
      /** In rows; `_actions` of a row lists its buttons. */
      row: fallback(list(ref<InitButton>(initButton)), []),
      /** Above the table, inside a dropdown. */
      dropdown: fallback(list(ref<InitButton>(initButton)), []),
    }),
    {},
  ),
  /** Missing if the user may not edit cells. */
  edit: optional(ref<InitEdit>(initEdit)),
  /** In the order of the template. */
  columns: list(ref<InitColumn>(initColumn)),
});
export interface InitTemplate extends Infer<typeof initTemplate> {}

export const initMeta = object({
  /** Index of the first row. */
  start: fallback(exactly(0), 0),
  /** The first of the length menu. */
  length: count(),
  /** Initially empty. */
  search: fallback(exactly(''), ''),
  /** Initial search mode. */
  searchMode: oneOf(searchModes),
  /** Whether a column is sorted by default. */
  sort: fallback(boolean(), false),
  /** Initially false. */
  forceInfo: fallback(exactly(false), false),
  /** For the client. */
  loading: fallback(exactly(false), false),
  /** Number of rows above which filtered count and totals are computed only on request. */
  fullInfoRecordLimit: fallback(count(), 0),
  /** Whether a column is tagged `total`, `rawTotal`, `average` or `customTotal`. */
  total: fallback(boolean(), false),
  /** Whether a column has `money` or `number`. */
  number: fallback(boolean(), false),
  /** Whether a column has `enum`. */
  enum: fallback(boolean(), false),
  /** Whether a column has this tag. */
  date: fallback(boolean(), false),
  /** As `date`. */
  datetime: fallback(boolean(), false),
  /** As `date`. */
  searchable: fallback(boolean(), false),
  /** As `date`. */
  filterable: fallback(boolean(), false),
  /** As `date`. */
  translatable: fallback(boolean(), false),
  /** As `date`. */
  cents: fallback(boolean(), false),
  /** As `date`. */
  method: fallback(boolean(), false),
  /** Whether a column has `resource`. */
  resource: fallback(boolean(), false),
  /** Whether requests may have `only` and `except`. */
  selection: optional(exactly(true)),
});
export interface InitMeta extends Infer<typeof initMeta> {}

export const initResponse = object({
  /** Changes when clients must discard stored state. */
  apiVersion: fallback(text(), ''),
  /** Definition of the table. */
  template: ref<InitTemplate>(initTemplate),
  /** Initial state, and the features that columns use. */
  meta: ref<InitMeta>(initMeta),
});
/** Response of a table's `init` route: everything that a component needs to draw the table, without rows. */
export interface InitResponse extends Infer<typeof initResponse> {}
