import type { FilterType, SearchMode, SortDirection } from './constants.ts';

/** What a client sends to a table's data, export and action routes. Every member may be left out. */
export interface DataPayload {
  internalFilters?: InternalFilter[] | null;
  /** table → column → wanted value, or list of wanted values. */
  filters?: Record<string, Record<string, FilterValue | FilterValue[]>> | null;
  intervals?: Record<string, Record<string, Interval>> | null;
  /** Free values for the host's query; not read by the engine. */
  params?: Record<string, unknown> | null;
  /** The sorted columns in sort order; for an export all columns, with `visible`. */
  columns?: { name: string; meta?: { sort?: SortDirection | null; visible?: boolean } }[];
  meta?: {
    /** Zero-based index of the first row. */
    start?: number;
    /** Rows per page. */
    length?: number;
    sort?: boolean;
    search?: string;
    /** Asks for counts and totals although the table is over its limit. */
    forceInfo?: boolean;
    searchMode?: SearchMode;
  };
}

export type FilterValue = string | number | boolean | null;

/** Both bounds are inclusive; a missing or empty bound is open. */
export interface Interval {
  min?: string | number | null;
  max?: string | number | null;
}

export interface InternalFilter {
  label?: string;
  /** `table.column` of the query. */
  data: string;
  type: FilterType;
  value: FilterValue | FilterValue[] | Interval;
  /** `string` filters: a search mode. `number` and `date` filters: `interval` when the value is one, otherwise `value` or `date`. */
  mode?: SearchMode | 'interval' | 'value' | 'date' | null;
}

/** The answer of a table's data route. */
export interface DataResponse<Row = Record<string, unknown>> {
  data: Row[];
  /** Rows of the table's own query, never filtered. */
  count: number;
  formattedCount: string;
  /** Rows after search and filters; equals `count` when `fullRecordInfo` is false. */
  filtered: number;
  formattedFiltered: string;
  total: Record<string, string | number>;
  fullRecordInfo: boolean;
  /** Whether any search or filter was in force. */
  filters: boolean;
  /** True when `count` is the database's estimate; ask with `forceInfo` for the exact one. */
  estimated?: true;
  pagination: Pagination;
}

export interface Pagination {
  /** One-based. */
  page: number;
  /** Null when the filtered count is not known. */
  pages: number | null;
  atStart: boolean;
  atEnd: boolean;
  atMiddle: boolean;
  /** The page numbers to show between the first and the last. */
  middlePages: number[];
}

/** An error of any endpoint: RFC 9457, with the two members that table clients read. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  instance?: string;
  /** One sentence for a person. */
  message: string;
  /** On 422: field path → what is wrong with it. */
  errors?: Record<string, string[]>;
}
