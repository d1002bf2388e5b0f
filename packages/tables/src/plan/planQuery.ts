import type { Table } from '../definition/Table.ts';
import type { FilterRequest, SortRequest, TableRequest, WhereRequest } from '../request/TableRequest.ts';
import { columnSource, filterSource } from './columnSource.ts';
import { planGroupPath } from './planGroupPath.ts';
import type {
  ColumnSource,
  FilterNodePlan,
  FilterPlan,
  NullsPosition,
  OrderTerm,
  QueryPlan,
  SearchPlan,
  TotalPlan,
} from './QueryPlan.ts';

/** Plans the query of a request. The same request selects the same rows for a screen, an export and an action. */
export function planQuery(table: Table, request: TableRequest): QueryPlan {
  const search = planSearch(table, request);
  const filters = [
    ...planFilters(table, request),
    ...planGroupPath(table, request.summary),
    ...planRows(request),
  ];

  return Object.freeze({
    search,
    filters,
    order: planOrder(table, request),
    start: request.start,
    length: request.length,
    totals: planTotals(table),
    filtered: search !== null || filters.length > 0,
  });
}

function planSearch(table: Table, request: TableRequest): SearchPlan | null {
  if (request.search === null) {
    return null;
  }

  return {
    columns: table.template.columns
      .filter((column) => column.meta.searchable)
      .map((column) => columnSource(table, column))
      .filter((source) => source !== null),
    keys: (table.definition.searchKeys ?? []).map((data) => filterSource(table, data)),
    mode: request.search.mode,
    operator: table.template.comparisonOperator,
    terms: request.search.terms,
  };
}

/** Filters outside of groups are equivalent to those of an `all` group. */
function planFilters(table: Table, { filters, where }: TableRequest): FilterNodePlan[] {
  const nodes = where === null ? [] : where.kind === 'all' ? where.nodes : [where];

  return [
    ...filters.map((filter) => planFilter(table, filter, 'filters')),
    ...nodes.map((node) => planNode(table, node)),
  ];
}

function planRows({ linked, only, except }: TableRequest): FilterNodePlan[] {
  return [
    ...(linked === null ? [] : [{ kind: 'linked', negated: linked.negated } as const]),
    ...(only === null ? [] : [{ kind: 'rows', ids: only, negated: false } as const]),
    ...(except.length === 0 ? [] : [{ kind: 'rows', ids: except, negated: true } as const]),
  ];
}

function planNode(table: Table, node: WhereRequest): FilterNodePlan {
  return node.kind === 'condition'
    ? planFilter(table, node.filter, 'where', node.negated)
    : { kind: node.kind, nodes: node.nodes.map((inner) => planNode(table, inner)) };
}

function planFilter(
  table: Table,
  filter: FilterRequest,
  member: FilterPlan['member'],
  negated = false,
): FilterPlan {
  return {
    kind: 'condition',
    source: filterSource(table, filter.data),
    operator: table.template.comparisonOperator,
    filter,
    member,
    negated,
  };
}

/**
 * The client's sort, or the template's; always ended by the key, in the direction of the last term, so that one index
 * can serve both.
 */
function planOrder(table: Table, request: TableRequest): OrderTerm[] {
  const sorts = request.sort.length > 0 ? request.sort : defaultSort(table, request);
  const terms = sorts.flatMap(({ column: name, direction }) => {
    const column = table.template.columns.find((candidate) => candidate.name === name);
    const source = column && columnSource(table, column);
    const nulls: NullsPosition = column?.meta.nullLast ? 'last' : 'natural';

    return source ? [{ source, direction, nulls }] : [];
  });
  const direction = terms.at(-1)?.direction ?? table.template.defaultSortDirection;
  const key = keySources(table).filter((source) => !terms.some((term) => isSame(term.source, source)));

  return [...terms, ...key.map((source): OrderTerm => ({ source, direction, nulls: 'natural' }))];
}

function keySources({ definition: { key = [] } }: Table): ColumnSource[] {
  return key.length === 0 ? [{ kind: 'rowId' }] : key.map((data) => ({ kind: 'data', data }));
}

function isSame(a: ColumnSource, b: ColumnSource): boolean {
  return a.kind === 'data' && b.kind === 'data' && a.data === b.data;
}

/**
 * By the tags, unless the user has removed them; without any, by the template's `defaultSort`, which clients do not
 * get.
 */
function defaultSort({ template }: Table, { unsorted }: TableRequest): SortRequest[] {
  const tagged = template.columns.flatMap(({ name, meta }) =>
    meta.sort === null || unsorted ? [] : [{ column: name, direction: meta.sort }],
  );

  if (tagged.length > 0 || template.defaultSort === null) {
    return tagged;
  }

  return [{ column: template.defaultSort, direction: template.defaultSortDirection }];
}

function planTotals(table: Table): TotalPlan[] {
  return table.template.columns.flatMap((column): TotalPlan[] => {
    const { name, meta } = column;

    if (meta.rawTotal) {
      return [{ name, source: { kind: 'expression', name }, kind: 'raw' }];
    }

    const source = columnSource(table, column);

    return source && (meta.total || meta.average)
      ? [{ name, source, kind: meta.average ? 'average' : 'sum' }]
      : [];
  });
}

/** The reverse order. */
export function reverseOrder(order: readonly OrderTerm[]): OrderTerm[] {
  return order.map(({ source, direction, nulls }) => ({
    source,
    direction: direction === 'ASC' ? 'DESC' : 'ASC',
    nulls: nulls === 'last' ? 'first' : nulls === 'first' ? 'last' : 'natural',
  }));
}
