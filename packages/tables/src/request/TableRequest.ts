import type { FilterType, SearchMode, SortDirection } from '@rowhouse/table-protocol';
import type { FilterValue } from '@rowhouse/table-protocol/internal';
import type { SummaryRequest, SummaryRules } from './SummaryRequest.ts';

/** A client's request, reduced to what the table allows. Plain and frozen; every name in it is declared by the definition. */
export interface TableRequest {
  /** Zero-based index of the first row. */
  readonly start: number;
  /** Rows per page; at most the largest of the length menu. */
  readonly length: number;
  /** Null when nothing is searched. */
  readonly search: SearchRequest | null;
  /** In sort order; empty for the table's default order, or for none if `unsorted`. */
  readonly sort: readonly SortRequest[];
  /** The user has removed the default sort: the tags `sort:ASC` and `sort:DESC` do not apply. */
  readonly unsorted: boolean;
  /** All must match. */
  readonly filters: readonly FilterRequest[];
  /** Must match, too; null without groups. Relative dates are resolved. */
  readonly where: WhereRequest | null;
  /** Only rows that other rows link; null for all. */
  readonly linked: LinkedRequest | null;
  /** Identifiers of the only rows to select; null for all. */
  readonly only: readonly string[] | null;
  /** Identifiers of excluded rows. */
  readonly except: readonly string[];
  /** The number of rows for which a user has confirmed an action; null if none was named. */
  readonly confirmed: number | null;
  /** The input of an action, as sent: the action's fields are not checked yet. Missing if none was sent. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** The identifier of the one requested row; null for a page. */
  readonly row: string | null;
  /** What is read instead of rows, or the group whose rows are requested; null for rows of the whole result. */
  readonly summary: SummaryRequest | null;
  /** Whether counts and totals are requested above the limit. */
  readonly forceInfo: boolean;
  /** Free values for the host's query, as sent. Untrusted. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Names of the columns the user has hidden; only exports send them. */
  readonly hidden: readonly string[];
  /** Names of columns sent as visible; for others the template decides. */
  readonly shown: readonly string[];
  /** Names of the columns of an export, in order; null if `hidden` and `shown` determine them. */
  readonly exported: readonly string[] | null;
  /** Whether an export contains the groups of `summary`. */
  readonly grouped: boolean;
  /** The language of formats that are not set, a BCP 47 tag; missing for the defaults. */
  readonly locale?: string;
}

export interface SearchRequest {
  readonly mode: SearchMode;
  /**
   * Each must match at least one searchable column. Mode `full` splits on white space; other modes have one term, the
   * whole text.
   */
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
      /** Inclusive; null is open. Numbers are decimal strings; dates are validated texts as sent. */
      readonly min: string | null;
      readonly max: string | null;
      /** The bounds are exclusive: for a day or a second, all of it. */
      readonly exclusive?: true;
    }
  | { readonly kind: 'text'; readonly data: string; readonly mode: SearchMode; readonly text: string }
  /** Null, or an empty text; only in `where`. */
  | { readonly kind: 'empty'; readonly data: string; readonly type: FilterType };

/**
 * The filter groups of a request. A condition is true or false, also for null: `negated` matches exactly the other
 * rows.
 */
export type WhereRequest =
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly WhereRequest[] }
  | { readonly kind: 'condition'; readonly filter: FilterRequest; readonly negated: boolean };

/** The rows that rows of another table link, or all others. Not checked yet: that table's rules say what is allowed. */
export interface LinkedRequest {
  /** Id of the table with the rows that link. */
  readonly table: string;
  /** Its `table.column` that refers to the linked rows. */
  readonly by: string;
  /** Its filters, as sent; at least one. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly negated: boolean;
}

/** Time and time zone of a request, which its relative dates refer to. */
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

/** The allow-list for parsing a request. Created once per table from its definition. */
export interface RequestRules {
  /** Names of all columns. */
  readonly columns: ReadonlySet<string>;
  readonly sortable: ReadonlySet<string>;
  /** Whether any column is searchable. */
  readonly searchable: boolean;
  readonly searchModes: readonly SearchMode[];
  readonly searchMode: SearchMode;
  /** Maximum characters of a search and of a filter's text, and maximum words of a search. */
  readonly textLimits: { readonly characters: number; readonly words: number };
  /** Page sizes; the first is the default, the largest the limit. */
  readonly lengthMenu: readonly number[];
  /** `table.column` → how it may be filtered. */
  readonly filters: ReadonlyMap<string, FilterRule>;
  /** Name of a param → the `table.column` that it filters. */
  readonly filterParams: ReadonlyMap<string, string>;
  readonly summaries: SummaryRules;
  /** Whether a request may contain `only` and `except`. */
  readonly selectable: boolean;
  /** Names of the columns that exports may contain. */
  readonly exportable: ReadonlySet<string>;
}

export interface FilterRule {
  readonly data: string;
  readonly type: FilterType;
  /** The keys of an `enum` filter; null if unknown. */
  readonly keys: ReadonlySet<string> | null;
  /** Whether the database determines the type. Clients that do not know it may filter by text, too. */
  readonly untyped?: true;
}
