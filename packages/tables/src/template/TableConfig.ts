import type { Alignment } from '@rowhouse/table-protocol';
import type {
  ButtonAction,
  ButtonMethod,
  ComparisonOperator,
  ReadMethod,
  ViewMode,
} from '@rowhouse/table-protocol/internal';

/** The global configuration of all tables of an application. */
export interface TableConfig {
  /** `local` validates templates in development only, `always` in production too. */
  readonly validations: 'always' | 'local';
  readonly labels: { readonly crtNo: string; readonly actions: string };
  readonly lengthMenu: readonly number[];
  readonly buttons: {
    readonly global: Readonly<Record<string, ButtonDefaults>>;
    readonly row: Readonly<Record<string, ButtonDefaults>>;
  };
  readonly style: {
    /** View modes and at most one alignment of every table. */
    readonly default: readonly (ViewMode | Alignment)[];
    /** View mode or alignment → CSS class. */
    readonly mapping: Readonly<Record<ViewMode | Alignment, string>>;
    /** CSS class of a highlighted row. */
    readonly highlight: string;
  };
  readonly export: {
    /** Folder of the temporary file, inside the application's storage. */
    readonly path: string;
    /** Seconds that an export may take. */
    readonly timeout: number;
    /** Channels that notify about an export; the link is always sent by e-mail. */
    readonly notifications: readonly string[];
  };
  readonly queues: { readonly exports: string; readonly notifications: string };
  /** PHP date format of `date` columns. The default applies where a request names no language. */
  readonly dateFormat: string;
  /** PHP date format of `datetime` columns, in the same way. */
  readonly datetimeFormat: string;
  /** IANA time zone in which dates are shown and filtered; UTC by default. */
  readonly timeZone: string;
  /** Limits of requests. */
  readonly limits: TableLimits;
  /** Number of rows above which the filtered count and the totals are computed on demand only. */
  readonly fullInfoRecordLimit: number;
  /** Milliseconds. */
  readonly debounce: number;
  readonly responsive: boolean;
  readonly method: ReadMethod;
  readonly dataRouteSuffix: string;
  readonly comparisonOperator: ComparisonOperator;
}

/** Limits of the requests of a table; only `searchLength` and `searchWords` apply to exports and actions. */
export interface TableLimits {
  /** Seconds for the rows of a page, from the request to the last row; 0: no limit. */
  readonly pageSeconds: number;
  /** Seconds for a count or the totals; 0: no limit. */
  readonly countSeconds: number;
  /** Queries of one table that run at the same time in a process; others wait within their seconds. 0: no limit. */
  readonly queries: number;
  /** Characters (UTF-16 code units) of a search and of the text of a filter. */
  readonly searchLength: number;
  /** Words of a search. */
  readonly searchWords: number;
}

/** The definition of a simple button. */
export interface ButtonDefaults {
  readonly icon: string;
  readonly class: string | null;
  readonly routeSuffix?: string;
  readonly event?: string;
  readonly postEvent?: string;
  readonly action?: ButtonAction;
  readonly method?: ButtonMethod;
  readonly label?: string;
  readonly tooltip?: string;
  readonly confirmation?: boolean;
  readonly message?: string;
}
