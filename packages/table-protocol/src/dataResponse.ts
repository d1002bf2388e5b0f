import {
  boolean,
  count,
  exactly,
  fallback,
  type Infer,
  integer,
  list,
  nullable,
  object,
  open,
  optional,
  record,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

/** Column → total. */
export const totals = fallback(record(scalar<string | number>('string', 'number')), {});

export const pages = object({
  /** One-based. */
  page: count(),
  /** Null if the filtered count is unknown. */
  pages: fallback(nullable(count()), null),
  /** One of the first three pages. This and the next two are false if the filtered count is unknown. */
  atStart: fallback(boolean(), false),
  /** One of the last three pages. */
  atEnd: fallback(boolean(), false),
  /** Neither of both. */
  atMiddle: fallback(boolean(), false),
  /** The page numbers to show between the first and the last. */
  middlePages: fallback(list(integer({ minimum: 1 })), []),
});
export interface Pagination extends Infer<typeof pages> {}

export const dataResponse = <Row = Record<string, unknown>>() =>
  object({
    /**
     * Rows of the page: row identifier, columns and relations, `_actions` and `_cssClasses` if defined, and `_exact` with
     * the values of cells whose format leaves out a part, such as rounded numbers and years of two digits: column → plain
     * decimal in the unit that is shown, or date in ISO 8601.
     */
    data: list(open<Row>()),
    /** Number of rows without search and filters. */
    count: count(),
    /** The same with thousands separators. */
    formattedCount: text(),
    /** Number of rows after search and filters; equals `count` if `fullRecordInfo` is false. */
    filtered: count(),
    /** The same with thousands separators. */
    formattedFiltered: text(),
    /**
     * Column → total of all matching rows: a text formatted like the cells, a number, or an empty text if there is no
     * exact sum; no columns if `fullRecordInfo` is false.
     */
    total: totals,
    /** True if `filtered` and `total` were computed: below the limit, or with `forceInfo`. */
    fullRecordInfo: fallback(boolean(), false),
    /** Whether a search or filter was applied. */
    filters: fallback(boolean(), false),
    /** True if `count` is an estimate of the database; `forceInfo` requests the exact number. */
    estimated: optional(exactly(true)),
    /** With `meta.row`: zero-based index of the row in the result; null if not in it, or above the limit without `forceInfo`. */
    position: optional(fallback(nullable(count()), null)),
    /** Of `live` tables: a fingerprint of each row in `data`, in the same order. */
    versions: optional(list(fallback(text(), ''))),
    /** Position of the page among the others. */
    pagination: ref<Pagination>(pages),
  });
/** Response of a table's data route. */
export interface DataResponse<Row = Record<string, unknown>>
  extends Infer<ReturnType<typeof dataResponse<Row>>> {}
