import type { FilterType, SearchMode, SortDirection } from './constants.ts';

/** What a client sends to a table's data, export and action routes. Every member may be left out. */
export interface DataPayload {
  /** Filters that a user has put together; all have to hold. */
  internalFilters?: InternalFilter[] | null;
  /** table → column → wanted value, or list of values of which one has to match. */
  filters?: Record<string, Record<string, FilterValue | FilterValue[]>> | null;
  /** table → column → bounds; for number and date filters. */
  intervals?: Record<string, Record<string, Interval>> | null;
  /** Free values for the host's query. Those that the definition names under `filterParams` are filters. */
  params?: Record<string, unknown> | null;
  /** The sorted columns in sort order; for an export all columns, with `visible`. */
  columns?: {
    /** A column of the template. */
    name: string;
    meta?: {
      /** Direction; the order of the columns is the order of the sort. */
      sort?: SortDirection | null;
      /** For an export: whether the column is in the file. The template decides where nothing is said. */
      visible?: boolean;
    };
  }[];
  /** The page and the search. */
  meta?: {
    /** Zero-based index of the first row; 0 by default. */
    start?: number;
    /** Rows per page: from 1 to the largest of the length menu; its first by default. */
    length?: number;
    /** A row identifier: the answer is that row alone, whatever search and filters are, with its `position` in their result. */
    row?: string | number;
    /** False, with no sorted column: without the default sort. Of no effect otherwise. */
    sort?: boolean;
    /** Searched in all searchable columns. Mode `full` splits it at white space: each word has to match one of them. */
    search?: string;
    /** Asks for counts and totals although the table is over its limit. */
    forceInfo?: boolean;
    /** One of the table's search modes; the template's `searchMode` by default. */
    searchMode?: SearchMode;
  };
}

export type FilterValue = string | number | boolean | null;

/** Both bounds are inclusive; a missing or empty bound is open. */
export interface Interval {
  /** Lowest number or date wanted. */
  min?: string | number | null;
  /** Highest number or date wanted; a date without a time lasts its whole day, and a time until its second ends. */
  max?: string | number | null;
}

export interface InternalFilter {
  /** For the client; not read. */
  label?: string;
  /** `table.column` of the query. */
  data: string;
  /** Must be the type that the table gives this filter. */
  type: FilterType;
  /** Nothing (null, an empty text or list, no bounds) filters nothing. */
  value: FilterValue | FilterValue[] | Interval;
  /** `string` filters: a search mode. `number` and `date` filters: `interval` when the value is one, otherwise `value` or `date`. */
  mode?: SearchMode | 'interval' | 'value' | 'date' | null;
}

/** The answer of a table's data route. */
export interface DataResponse<Row = Record<string, unknown>> {
  /** The rows of the page: the row identifier, the columns, relations, `_actions` and `_cssClasses` where the definition gives them. */
  data: Row[];
  /** Rows of the table's own query, never filtered. */
  count: number;
  /** The same with thousands separators, for people. */
  formattedCount: string;
  /** Rows after search and filters; equals `count` when `fullRecordInfo` is false. */
  filtered: number;
  /** The same with thousands separators, for people. */
  formattedFiltered: string;
  /** Column → total of all rows that match: a text formatted like the cells, or a number; empty when `fullRecordInfo` is false. */
  total: Record<string, string | number>;
  /** Whether `filtered` and `total` were computed. False above the limit, unless `forceInfo` asked for them. */
  fullRecordInfo: boolean;
  /** Whether any search or filter was in force. */
  filters: boolean;
  /** True when `count` is the database's estimate; ask with `forceInfo` for the exact one. */
  estimated?: true;
  /** With `meta.row`: zero-based index of the row in the result; null outside of it, and above the limit without `forceInfo`. */
  position?: number | null;
  /** Where the page stands among the others. */
  pagination: Pagination;
}

export interface Pagination {
  /** One-based. */
  page: number;
  /** Null when the filtered count is not known. */
  pages: number | null;
  /** One of the first three pages; false when the filtered count is not known, as the next two. */
  atStart: boolean;
  /** One of the last three pages. */
  atEnd: boolean;
  /** Neither. */
  atMiddle: boolean;
  /** The page numbers to show between the first and the last. */
  middlePages: number[];
}

/** An error of any endpoint: RFC 9457, with the two members that table clients read. */
export interface Problem {
  /** The code, or `about:blank`. */
  type: string;
  /** The kind of the error, in a few words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** The same as `message`. */
  detail?: string;
  /** Path of the request. */
  instance?: string;
  /** One sentence for a person. */
  message: string;
  /** On 422: field path → what is wrong with it. */
  errors?: Record<string, string[]>;
}
