import type { DataPayload, FilterType, InitFilter, SearchMode } from '@rowhouse/table-protocol';
import type { ActiveFilter, WhereNode } from '../conditions/Where.ts';

/** A possible filter: a filterable column, or an entry of the template's `filters`. */
export interface FilterChoice extends Omit<InitFilter, 'type'> {
  readonly type: FilterType;
  /** The options are the rows of another table, whose data route is `path`; missing for a route of options. */
  readonly names?: {
    /** Identifier of the row that comes first; null for none. */
    readonly row: string | number | null;
    /** Further members of the request, which limit the rows. */
    readonly request?: Pick<DataPayload, 'filters' | 'linked'>;
  };
}

export interface FiltersSnapshot {
  readonly search: string;
  readonly searchMode: SearchMode;
  /** The user's filters, all of which rows match: the plain ones, then the others. */
  readonly conditions: readonly WhereNode[];
  /** The plain ones of `conditions`. */
  readonly filters: readonly ActiveFilter[];
  /** The others of `conditions`, as one filter with AND, OR and NOT; null without any. */
  readonly where: WhereNode | null;
  readonly filterChoices: readonly FilterChoice[];
}

export interface FiltersFunctions {
  /** Shows the first page. Debounced as the template says, like changes of filters. */
  setSearch(text: string): void;
  setSearchMode(mode: SearchMode): void;
  /** Adds a condition, or replaces the one at `index` of `conditions`. */
  setCondition(condition: WhereNode, index?: number): void;
  removeCondition(index: number): void;
  /** Adds a plain filter, or replaces the one at `index` of `filters`. */
  setFilter(filter: ActiveFilter, index?: number): void;
  removeFilter(index: number): void;
  /** Replaces the filter with AND, OR and NOT, next to the plain ones. */
  setWhere(where: WhereNode | null): void;
  /** Removes all filters. */
  clearFilters(): void;
  /**
   * Reads the options of a select filter, at most `limit`, by default `optionsLimits.first`: if `limit` are found, there
   * may be more. Rejects with an Error whose message is for the user.
   */
  filterOptions(
    choice: FilterChoice,
    query: string,
    limit?: number,
  ): Promise<readonly { id: string | number; name: string }[]>;
}
