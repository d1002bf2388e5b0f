import type { ComparisonOperator, SearchMode, SortDirection } from '@rowhouse/table-protocol';
import type { FilterRequest } from '../request/TableRequest.ts';

/** Which rows, in which order, and which part of them. Pure data; knows no SQL and no database. */
export interface QueryPlan {
  readonly search: SearchPlan | null;
  /** All have to hold. */
  readonly filters: readonly FilterNodePlan[];
  /** Complete: has the columns of the key, so no two rows are equal in it. */
  readonly order: readonly OrderTerm[];
  readonly start: number;
  readonly length: number;
  readonly totals: readonly TotalPlan[];
  /** Whether `search` or `filters` leave any row out. */
  readonly filtered: boolean;
}

/** Where the values of a column come from in SQL. */
export type ColumnSource =
  | { readonly kind: 'data'; readonly data: string }
  | { readonly kind: 'expression'; readonly name: string }
  | { readonly kind: 'rowId' };

export interface SearchPlan {
  readonly columns: readonly ColumnSource[];
  readonly mode: SearchMode;
  readonly operator: ComparisonOperator;
  readonly terms: readonly string[];
}

/** A condition, named rows, or a group of which `all` or `any` have to hold. */
export type FilterNodePlan = FilterPlan | FilterGroupPlan | RowsPlan;

export interface FilterGroupPlan {
  readonly kind: 'all' | 'any';
  readonly nodes: readonly FilterNodePlan[];
}

/** The rows with these identifiers; `negated`: all others. */
export interface RowsPlan {
  readonly kind: 'rows';
  readonly ids: readonly string[];
  readonly negated: boolean;
}

export interface FilterPlan {
  readonly kind: 'condition';
  readonly source: ColumnSource;
  readonly operator: ComparisonOperator;
  readonly filter: FilterRequest;
  /** The member of the request that has it. */
  readonly member: 'filters' | 'where' | 'meta.groupPath';
  /** Matches exactly the rows that the filter does not, and so those without a value. */
  readonly negated: boolean;
}

/** The conditions of a plan, in groups or not. */
export function conditionsOf(nodes: readonly FilterNodePlan[]): readonly FilterPlan[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'rows') return [];

    return node.kind === 'condition' ? [node] : conditionsOf(node.nodes);
  });
}

export interface OrderTerm {
  readonly source: ColumnSource;
  readonly direction: SortDirection;
  readonly nulls: NullsPosition;
}

/** `natural`: where the database puts them, which an index can follow. */
export type NullsPosition = 'natural' | 'first' | 'last';

export interface TotalPlan {
  readonly name: string;
  readonly source: ColumnSource;
  /** `raw`: the definition gives the aggregate itself. */
  readonly kind: 'sum' | 'average' | 'raw';
}
