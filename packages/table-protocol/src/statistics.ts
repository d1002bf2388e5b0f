/** Response of a table's data route to `meta.statistics`. */
export interface StatisticsResponse {
  /** Null above the limit without `forceInfo`. */
  statistics: Statistics | null;
  /** False above the limit without `forceInfo`. */
  fullRecordInfo: boolean;
}

/** Statistics of one column over all rows that match. `min`, `max`, `sum` and `average` are formatted like cells. */
export interface Statistics {
  /** Number of rows. */
  count: number;
  /** Rows without a value: null, or an empty text. */
  empty: number;
  /** Number of different values. */
  distinct: number;
  /** Numbers and dates; null for other types, and without a value. */
  min: string | number | null;
  /** The same. */
  max: string | number | null;
  /** Exact sum of numbers; null for other types, and without a value. */
  sum: string | number | null;
  /** Average of numbers; null for other types, and without a value. */
  average: string | number | null;
}
