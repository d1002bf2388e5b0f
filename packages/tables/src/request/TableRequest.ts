import type { FilterType, FilterValue, SearchMode, SortDirection } from '@rowhouse/table-protocol';
import type { SummaryRequest, SummaryRules } from './SummaryRequest.ts';

/** A client's request, reduced to what the table allows. Plain and frozen; every name in it is declared by the definition. */
export interface TableRequest {
  /** Zero-based index of the first row. */
  readonly start: number;
  /** Rows per page; at most the largest of the length menu. */
  readonly length: number;
  /** Null when nothing is searched. */
  readonly search: SearchRequest | null;
  /** In sort order; empty: the table's default order, or none when `unsorted`. */
  readonly sort: readonly SortRequest[];
  /** The user has removed the default sort: the tags `sort:ASC` and `sort:DESC` do not apply. */
  readonly unsorted: boolean;
  /** All have to hold. */
  readonly filters: readonly FilterRequest[];
  /** Has to hold, too; null: no groups. Relative dates are resolved. */
  readonly where: WhereRequest | null;
  /** Identifiers of the only rows that are meant; null: all. */
  readonly only: readonly string[] | null;
  /** Identifiers of rows that are left out. */
  readonly except: readonly string[];
  /** The identifier of the one row that is requested; null for a page. */
  readonly row: string | null;
  /** What is requested instead of rows, or the group whose rows are; null for rows of the whole result. */
  readonly summary: SummaryRequest | null;
  /** Whether counts and totals are wanted above the limit. */
  readonly forceInfo: boolean;
  /** Free values for the host's query, as sent. Untrusted. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Names of the columns the user has hidden; only exports send them. */
  readonly hidden: readonly string[];
  /** Names of the columns said to be visible; where nothing is said, the template decides. */
  readonly shown: readonly string[];
  /** Names of the columns of an export, in their order; null where `hidden` and `shown` say which. */
  readonly exported: readonly string[] | null;
  /** Whether an export has its rows in the groups of `summary`, which is of groups then. */
  readonly grouped: boolean;
}

export interface SearchRequest {
  readonly mode: SearchMode;
  /** Each has to match at least one searchable column. Mode `full` splits on white space; other modes have one, the whole text. */
  readonly terms: readonly string[];
}

export interface SortRequest {
  readonly column: string;
  readonly direction: SortDirection;
}

/** A condition on one declared column; `data` is its `table.column`. */
export type FilterRequest =
  | {
      readonly kind: 'in';
      readonly data: string;
      readonly type: FilterType;
      readonly values: readonly FilterValue[];
    }
  | {
      readonly kind: 'interval';
      readonly data: string;
      readonly type: FilterType;
      /** Inclusive; null is open. Numbers are decimal strings, dates are as sent and checked. */
      readonly min: string | null;
      readonly max: string | null;
      /** The bounds themselves do not match: of a day or a second, no part of it. */
      readonly exclusive?: true;
    }
  | { readonly kind: 'text'; readonly data: string; readonly mode: SearchMode; readonly text: string }
  /** Null, or an empty text; only in `where`. */
  | { readonly kind: 'empty'; readonly data: string; readonly type: FilterType };

/** The filter groups of a request. A condition is true or false, also for null: `negated` is exactly the other rows. */
export type WhereRequest =
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly WhereRequest[] }
  | { readonly kind: 'condition'; readonly filter: FilterRequest; readonly negated: boolean };

/** When a request was made, and by whose clocks: what its relative dates refer to. */
export interface RequestMoment {
  readonly now: Date;
  /** IANA name. */
  readonly timeZone: string;
}

/** All conditions of filter groups. */
export function conditionsIn(where: WhereRequest | null): readonly FilterRequest[] {
  if (where === null) return [];

  return where.kind === 'condition' ? [where.filter] : where.nodes.flatMap(conditionsIn);
}

/** The allow-list against which a request is parsed. Made once per table from its definition. */
export interface RequestRules {
  /** Names of all columns. */
  readonly columns: ReadonlySet<string>;
  readonly sortable: ReadonlySet<string>;
  /** Whether any column is searchable. */
  readonly searchable: boolean;
  readonly searchModes: readonly SearchMode[];
  readonly searchMode: SearchMode;
  /** Characters of a search and of the text of a filter, and words of a search. */
  readonly textLimits: { readonly characters: number; readonly words: number };
  /** Page sizes; the first is the default, the largest the limit. */
  readonly lengthMenu: readonly number[];
  /** `table.column` → how it may be filtered. */
  readonly filters: ReadonlyMap<string, FilterRule>;
  /** Name of a param → the `table.column` that it filters. */
  readonly filterParams: ReadonlyMap<string, string>;
  readonly summaries: SummaryRules;
  /** Whether a request may name rows, in `only` and `except`. */
  readonly selectable: boolean;
  /** Names of the columns that exports may have. */
  readonly exportable: ReadonlySet<string>;
}

export interface FilterRule {
  readonly data: string;
  readonly type: FilterType;
  /** The keys of an `enum` filter; null where they are not known. */
  readonly keys: ReadonlySet<string> | null;
  /** Whether the template leaves the type to the database. Clients that do not know it may filter by text, too. */
  readonly untyped?: true;
}
