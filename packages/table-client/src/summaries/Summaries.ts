import type { FacetValue, Statistics } from '@rowhouse/table-protocol';
import type { WhereNode } from '../conditions/Where.ts';

/** The values of a filter with their counts, under the search and the other filters of the rows that are shown. */
export interface FilterFacet {
  /**
   * `loading`: requested, or waiting for the page; `values` are those from before. `uncounted`: the table exceeds its
   * limit, so the values are counted on demand, by `countFacets`.
   */
  readonly status: 'loading' | 'ready' | 'uncounted' | 'failed';
  /** By count descending. */
  readonly values: readonly FacetValue[];
  /** Number of further values. */
  readonly more: number;
}

export interface SummarySnapshot {
  /** `table.column` of the open facets → their values. */
  readonly facets: Readonly<Record<string, FilterFacet>>;
}

export interface SummaryFunctions {
  /**
   * Requests the values of a filter, after the page and together with the other open facets, and again when the search or
   * the filters of the rows change. Does nothing if the server has no facet of it. Each call needs a `closeFacet`.
   */
  openFacet(data: string): void;
  closeFacet(data: string): void;
  /** Requests the open facets of a table over its limit, and again after failures. */
  countFacets(): void;
  /**
   * Reads the figures of a column over the rows that match; null for a table over its limit without `forceInfo`. Rejects
   * with an Error whose message is for the user. `template.statistics` lists the columns.
   */
  columnStatistics(name: string, options?: { readonly forceInfo?: boolean }): Promise<Statistics | null>;
  /**
   * Counts the rows that would match with another combined filter, next to the search and the other filters; null for a
   * table over its limit. Rejects with an Error whose message is for the user.
   */
  countRows(where: WhereNode | null): Promise<number | null>;
}
