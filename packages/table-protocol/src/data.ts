import type { ShownRow } from './changes.ts';
import type { FilterType, SearchMode, SortDirection } from './constants.ts';
import type { FilterNode } from './filterGroups.ts';
import type { GroupKey, GroupLevel, GroupSort } from './groups.ts';
import type { JobView } from './job.ts';
import type { NamesRequest } from './names.ts';

/** Payload of a table's data, export and action routes. All members are optional. */
export interface DataPayload {
  /** Filters that a user has composed; rows must match all. */
  internalFilters?: InternalFilter[] | null;
  /** table → column → value, or list of values of which one must match. */
  filters?: Record<string, Record<string, FilterValue | FilterValue[]>> | null;
  /** table → column → bounds; for number and date filters. */
  intervals?: Record<string, Record<string, Interval>> | null;
  /** A condition, or conditions combined by `all`, `any` and `not`; rows must match it and all filters above. */
  where?: FilterNode | null;
  /** Identifiers of up to 1,000 rows: only these, as far as they match the rest. For selectable tables. */
  only?: (string | number)[] | null;
  /** Identifiers of up to 1,000 rows that are left out. For selectable tables. */
  except?: (string | number)[] | null;
  /** Only for actions: the number of rows that the user has confirmed. Another number of rows is refused with 409. */
  confirmed?: number | null;
  /** Free values for the application's query. Those in `filterParams` of the definition count as filters. */
  params?: Record<string, unknown> | null;
  /** For an export: the names of its columns, in their order; by default those that are `visible`, as in the template. */
  exported?: string[] | null;
  /** For an export: in the groups of `meta.groups`, as a screen shows them; false by default. */
  grouped?: boolean | null;
  /**
   * BCP 47 tag of the language in whose manner dates, numbers and money are written where neither the template nor the
   * configuration sets their format; by default `d-m-Y` and `1,234.50`. The same as for init.
   */
  locale?: string | null;
  /** For an export: the saved view that is open. Lists of exports name it; the rows do not depend on it. */
  view?: JobView | null;
  /** The sorted columns in sort order; for an export all columns, with `visible`. */
  columns?: {
    /** A column of the template. */
    name: string;
    meta?: {
      /** Direction; columns are sorted in the order of this list. */
      sort?: SortDirection | null;
      /** For an export: whether the column is in the file; by default as in the template. */
      visible?: boolean;
    };
  }[];
  /** The page and the search. */
  meta?: {
    /** Zero-based index of the first row; 0 by default. */
    start?: number;
    /** Rows per page, from 1 to the maximum of the length menu; its first by default. */
    length?: number;
    /** Row identifier: returns only this row, regardless of search and filters, with its `position` in their result. */
    row?: string | number;
    /** False disables the default sort, if no column is sorted. */
    sort?: boolean;
    /** Searched in all searchable columns. Mode `full` splits it into words, each of which must match a column. */
    search?: string;
    /** Requests counts and totals although the table exceeds its limit. */
    forceInfo?: boolean;
    /** One of the table's search modes; the template's `searchMode` by default. */
    searchMode?: SearchMode;
    /** `table.column` of up to 10 filters whose values are requested with their counts, instead of rows. */
    facets?: string[];
    /** A column whose statistics are requested, instead of rows. */
    statistics?: string;
    /** Up to 3 levels of grouping: the groups of the next level are returned instead of rows. */
    groups?: GroupLevel[];
    /** Keys of the opened groups, from the first level on. As long as `groups`, it returns the rows of that group. */
    groupPath?: GroupKey[];
    /** Order of the groups; by label by default. */
    groupSort?: GroupSort;
    /** Shown rows of a `live` table, at most as many as a page: the changed ones are returned instead of a page. */
    changes?: ShownRow[];
    /** The names of rows are returned instead of a page, as options for a reference to one of them. */
    names?: NamesRequest;
  };
}

export type FilterValue = string | number | boolean | null;

/** Both bounds are inclusive; a missing or empty bound is open. */
export interface Interval {
  /** Minimum number or date. */
  min?: string | number | null;
  /** Maximum number or date; a date without a time includes its whole day, a time its whole second. */
  max?: string | number | null;
}

export interface InternalFilter {
  /** For the client; ignored by the server. */
  label?: string;
  /** `table.column` of the query. */
  data: string;
  /** Must equal the type of the filter in the table. */
  type: FilterType;
  /** Null, an empty text or list, or missing bounds do not filter. */
  value: FilterValue | FilterValue[] | Interval;
  /** `string` filters: a search mode. `number` and `date` filters: `interval` for an interval, otherwise `value` or `date`. */
  mode?: SearchMode | 'interval' | 'value' | 'date' | null;
}

/** Response of a table's data route. */
export interface DataResponse<Row = Record<string, unknown>> {
  /**
   * Rows of the page: row identifier, columns and relations, `_actions` and `_cssClasses` if defined, and `_exact` with the
   * values of cells whose format leaves out a part, such as rounded numbers and years of two digits: column → plain decimal
   * in the unit that is shown, or date in ISO 8601.
   */
  data: Row[];
  /** Number of rows without search and filters. */
  count: number;
  /** The same with thousands separators. */
  formattedCount: string;
  /** Number of rows after search and filters; equals `count` if `fullRecordInfo` is false. */
  filtered: number;
  /** The same with thousands separators. */
  formattedFiltered: string;
  /**
   * Column → total of all matching rows: a text formatted like the cells, a number, or an empty text if there is no exact
   * sum; no columns if `fullRecordInfo` is false.
   */
  total: Record<string, string | number>;
  /** True if `filtered` and `total` were computed: below the limit, or with `forceInfo`. */
  fullRecordInfo: boolean;
  /** Whether a search or filter was applied. */
  filters: boolean;
  /** True if `count` is an estimate of the database; `forceInfo` requests the exact number. */
  estimated?: true;
  /** With `meta.row`: zero-based index of the row in the result; null if not in it, or above the limit without `forceInfo`. */
  position?: number | null;
  /** Of `live` tables: a fingerprint of each row in `data`, in the same order. */
  versions?: string[];
  /** Position of the page among the others. */
  pagination: Pagination;
}

export interface Pagination {
  /** One-based. */
  page: number;
  /** Null if the filtered count is unknown. */
  pages: number | null;
  /** One of the first three pages. This and the next two are false if the filtered count is unknown. */
  atStart: boolean;
  /** One of the last three pages. */
  atEnd: boolean;
  /** Neither of both. */
  atMiddle: boolean;
  /** The page numbers to show between the first and the last. */
  middlePages: number[];
}

/** Error of any endpoint: RFC 9457, with `message` and `errors` for table clients. */
export interface Problem {
  /** The code, or `about:blank`. */
  type: string;
  /** Short description of the kind of error. */
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
