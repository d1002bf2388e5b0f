import type {
  Alignment,
  FilterType,
  NumberFormat,
  SearchMode,
  SortDirection,
} from '@rowhouse/table-protocol';
import type {
  ButtonAction,
  ButtonMethod,
  ButtonType,
  ColumnFlag,
  ComparisonOperator,
  ReadMethod,
  TableControl,
} from '@rowhouse/table-protocol/internal';
import type { ShownNumber } from '../format/formatNumber.ts';

/**
 * A template after validation: every option present, defaults and global configuration applied,
 * aliases resolved, simple buttons expanded. Frozen; made once per table.
 */
export interface Template {
  /** Dotted name prefix of the table's routes, for example `orders` or `system.apiLogs`. */
  readonly routePrefix: string;
  readonly dataRouteSuffix: string;
  readonly name: string;
  readonly model: string;
  /** Name of the row identifier in the query and in every row. */
  readonly dtRowId: string;
  /** Columns whose values together name a row; null if not declared. */
  readonly rowName: readonly string[] | null;
  readonly crtNo: boolean;
  /** Whether the unfiltered count is cached for an hour. */
  readonly cache: boolean;
  readonly flatten: boolean;
  /** True removes authentication from the table's routes. */
  readonly auth: boolean;
  readonly debounce: number;
  readonly lengthMenu: readonly number[];
  readonly method: ReadMethod;
  readonly appends: readonly string[];
  /** Attributes removed from every row before it is sent. */
  readonly strip: readonly string[];
  readonly selectable: boolean;
  readonly responsive: boolean;
  readonly preview: boolean;
  /** Whether clients may request which of the shown rows have changed. */
  readonly live: boolean;
  readonly controls: readonly TableControl[];
  readonly comparisonOperator: ComparisonOperator;
  readonly searchMode: SearchMode;
  readonly searchModes: readonly SearchMode[];
  /** Column sorted by if neither the client nor a column's `sort:` tag defines a sort; null for the row identifier. */
  readonly defaultSort: string | null;
  readonly defaultSortDirection: SortDirection;
  readonly totalLabel: string;
  readonly align: Alignment | null;
  readonly dateFormat: string;
  /** The language of formats that are not set, a BCP 47 tag; missing for the defaults. */
  readonly locale?: string;
  readonly filters: readonly TemplateFilter[];
  readonly buttons: Readonly<Record<ButtonType, readonly TemplateButton[]>>;
  readonly columns: readonly TemplateColumn[];
}

export interface TemplateButton {
  readonly name: string;
  readonly type: ButtonType;
  readonly icon?: string;
  readonly class?: string | null;
  /** Full name of the route: `fullRoute`, or routePrefix + routeSuffix. Null for a button that only emits its event. */
  readonly routeName: string | null;
  readonly event?: string;
  readonly postEvent?: string;
  readonly action?: ButtonAction;
  readonly method?: ButtonMethod;
  readonly label?: string;
  readonly tooltip?: string;
  readonly confirmation?: boolean;
  readonly message?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly slot?: string;
  readonly selection?: boolean;
}

export interface TemplateColumn {
  readonly name: string;
  readonly label: string;
  /** `table.column` of the query; null for nested properties and computed columns. */
  readonly data: string | null;
  /** Name of the enumeration of the column's keys. */
  readonly enum: string | null;
  /** Resolved PHP date format; null unless tagged `date` or `datetime`. */
  readonly dateFormat: string | null;
  readonly tooltip: string | null;
  readonly class: string | null;
  readonly align: Alignment | null;
  /** Every member present; null unless the column has `money` or `number`. */
  readonly number: ShownNumber | null;
  /** `money` as written in the template, which clients get in addition to `number`. */
  readonly money: Readonly<NumberFormat> | null;
  /** Name of the resource that converts the column's value for the response. */
  readonly resource: string | null;
  readonly meta: TemplateColumnMeta;
}

export type TemplateColumnMeta = Readonly<Record<ColumnFlag, boolean>> & {
  readonly visible: boolean;
  readonly sort: SortDirection | null;
};

/** A filter without a column, or on a column that is not shown. */
export interface TemplateFilter {
  readonly label: string;
  readonly name: string;
  /** `table.column` of the query. */
  readonly data: string;
  readonly type: FilterType;
  readonly enum: string | null;
  /** `select` filters: full name of the route that lists the options. */
  readonly routeName: string | null;
  readonly multiple: boolean;
  /** Initial value; null or an empty list for none. */
  readonly value: unknown;
  /** Options that only clients use. */
  readonly passedOn: Readonly<Record<string, unknown>>;
}
