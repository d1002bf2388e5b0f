import {
  boolean,
  count,
  fallback,
  type Infer,
  list,
  nullable,
  object,
  record,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

/** Facets of one request (`meta.facets`), at most. */
export const mostFacets = 10;
/** Values of one facet, at most. */
export const mostFacetValues = 100;

const facetValue = object({
  /** As in rows; null for rows without a value. */
  value: scalar<string | number | boolean | null>('string', 'number', 'boolean', 'null'),
  /**
   * Label of an enumeration's key, the text itself, or for `select` filters what a declared relation shows; null for
   * booleans, rows without a value, and where there is none.
   */
  label: fallback(nullable(text()), null),
  /** Rows with this value under the search and all other filters. */
  count: count(),
});
export interface FacetValue extends Infer<typeof facetValue> {}

const facet = object({
  /** By count descending; at most 100. */
  values: fallback(list(ref<FacetValue>(facetValue)), []),
  /** Number of further values. */
  more: fallback(count(), 0),
});
export interface Facet extends Infer<typeof facet> {}

export const facetsResponse = object({
  /** `table.column` as requested → its values; empty if `fullRecordInfo` is false. */
  facets: record(fallback(ref<Facet>(facet), {})),
  /** False above the limit without `forceInfo`. */
  fullRecordInfo: fallback(boolean(), false),
});
/** Response of a table's data route to `meta.facets`. */
export interface FacetsResponse extends Infer<typeof facetsResponse> {}
