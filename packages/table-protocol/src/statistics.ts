import { boolean, count, fallback, type Infer, nullable, object, ref, scalar } from './shape/Shape.ts';

/** A formatted value, or null. */
const figure = fallback(scalar<string | number | null>('string', 'number', 'null'), null);

const statistics = object({
  /** Number of rows. */
  count: count(),
  /** Rows without a value: null, or an empty text. */
  empty: count(),
  /** Number of different values. */
  distinct: count(),
  /** Numbers and dates; null for other types, and without a value. */
  min: figure,
  /** The same. */
  max: figure,
  /** Exact sum of numbers; null for other types, and without a value. */
  sum: figure,
  /** Average of numbers; null for other types, and without a value. */
  average: figure,
});
/** Statistics of one column over all rows that match. `min`, `max`, `sum` and `average` are formatted like cells. */
export interface Statistics extends Infer<typeof statistics> {}

export const statisticsResponse = object({
  /** Null above the limit without `forceInfo`. */
  statistics: nullable(ref<Statistics>(statistics)),
  /** False above the limit without `forceInfo`. */
  fullRecordInfo: fallback(boolean(), false),
});
/** Response of a table's data route to `meta.statistics`. */
export interface StatisticsResponse extends Infer<typeof statisticsResponse> {}
