import type { SortDirection } from '@rowhouse/table-protocol';

export interface SortingSnapshot {
  /** Sorted columns, by precedence. */
  readonly sort: readonly { readonly name: string; readonly direction: SortDirection }[];
}

export interface SortingFunctions {
  /** None → ASC → DESC → none. Replaces the sort order unless `add`. Shows the first page. */
  toggleSort(name: string, options?: { add?: boolean }): void;
  /** Replaces the sort order. Columns that cannot be sorted, and repeated ones, are omitted. Shows the first page. */
  setSort(sort: SortingSnapshot['sort']): void;
  /** Removes one column from the sort order, or all. */
  clearSort(name?: string): void;
}
