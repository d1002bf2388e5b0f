import type { SearchMode, SortDirection } from '@rowhouse/table-protocol';
import type { ComparisonOperator } from '@rowhouse/table-protocol/internal';
import type { FilterRequest } from '../request/TableRequest.ts';

/** The rows, their order, and the requested part of them. Pure data, independent of SQL and the database. */
export interface QueryPlan {
  readonly search: SearchPlan | null;
  /** All must match. */
  readonly filters: readonly FilterNodePlan[];
  /** Complete: includes the columns of the key, so that no two rows are equal in it. */
  readonly order: readonly OrderTerm[];
  readonly start: number;
  readonly length: number;
  readonly totals: readonly TotalPlan[];
  /** Whether `search` or `filters` exclude any rows. */
  readonly filtered: boolean;
}

/** Source of a column's values in SQL. */
export type ColumnSource =
  | { readonly kind: 'data'; readonly data: string }
  /** Several `table.column`s as one text that only equal values have; null if one of them is. */
  | { readonly kind: 'key'; readonly columns: readonly string[] }
  | { readonly kind: 'expression'; readonly name: string }
  | { readonly kind: 'rowId' }
  /** The identifiers of the rows that the request's `linked` selects, as a query. */
  | { readonly kind: 'linked' };

export interface SearchPlan {
  readonly columns: readonly ColumnSource[];
  /** Columns whose values equal a term. */
  readonly keys: readonly ColumnSource[];
  readonly mode: SearchMode;
  readonly operator: ComparisonOperator;
  readonly terms: readonly string[];
}

/** A condition, identified or linked rows, or a group whose conditions must match: `all`, or `any` of them. */
export type FilterNodePlan = FilterPlan | FilterGroupPlan | RowsPlan | LinkedPlan;

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

/** The rows that rows of another table link; `negated`: all others. */
export interface LinkedPlan {
  readonly kind: 'linked';
  readonly negated: boolean;
}

export interface FilterPlan {
  readonly kind: 'condition';
  readonly source: ColumnSource;
  readonly operator: ComparisonOperator;
  readonly filter: FilterRequest;
  /** The member of the request that contains it. */
  readonly member: 'filters' | 'where' | 'meta.groupPath';
  /** Whether it opens a step of dates, where null stands for all that is no date of the calendar. */
  readonly isStep?: boolean;
  /** Matches exactly the rows that the filter does not match, including those without a value. */
  readonly negated: boolean;
}

/** The conditions of a plan, inside and outside of groups. */
export function conditionsOf(nodes: readonly FilterNodePlan[]): readonly FilterPlan[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'rows' || node.kind === 'linked') return [];

    return node.kind === 'condition' ? [node] : conditionsOf(node.nodes);
  });
}

export interface OrderTerm {
  readonly source: ColumnSource;
  readonly direction: SortDirection;
  readonly nulls: NullsPosition;
}

/** `natural`: the database's default position, which an index can provide. */
export type NullsPosition = 'natural' | 'first' | 'last';

export interface TotalPlan {
  readonly name: string;
  readonly source: ColumnSource;
  /** `raw`: the definition provides the aggregate. */
  readonly kind: 'sum' | 'average' | 'raw';
}
