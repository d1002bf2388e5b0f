/** Facets of one request (`meta.facets`), at most. */
export const mostFacets = 10;
/** Values of one facet, at most. */
export const mostFacetValues = 100;

/** Response of a table's data route to `meta.facets`. */
export interface FacetsResponse {
  /** `table.column` as requested → its values; empty if `fullRecordInfo` is false. */
  facets: Record<string, Facet>;
  /** False above the limit without `forceInfo`. */
  fullRecordInfo: boolean;
}

export interface Facet {
  /** By count descending; at most 100. */
  values: FacetValue[];
  /** Number of further values. */
  more: number;
}

export interface FacetValue {
  /** As in rows; null for rows without a value. */
  value: string | number | boolean | null;
  /**
   * Label of an enumeration's key, the text itself, or for `select` filters what a declared relation shows; null for
   * booleans, rows without a value, and where there is none.
   */
  label: string | null;
  /** Rows with this value under the search and all other filters. */
  count: number;
}
