import type { FilterType } from '@rowhouse/table-protocol';
import { dependsOnContext } from '../definition/callQuery.ts';
import type { Table } from '../definition/Table.ts';
import type { TableContext } from '../definition/TableContext.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';
import { dataKind } from '../query/ColumnResolver.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { isRecord } from '../request/parse/scalars.ts';
import { parseRequest } from '../request/parseRequest.ts';
import type { GroupRule } from '../request/SummaryRequest.ts';
import type { RequestRules } from '../request/TableRequest.ts';
import type { QueryPreparer } from './prepareQuery.ts';
import { recordKey } from './recordKey.ts';

/** Returns a table's query for the caller and the params of a payload. */
export type ParamsQuery = (payload: unknown, caller: Omit<TableContext, 'request'>) => Promise<HostQuery>;

/** The rules for parsing a caller's request, with types that are determined by the database. */
export type TypedRules = (payload: unknown, caller: Omit<TableContext, 'request'>) => Promise<RequestRules>;

export const typesOfKinds: Readonly<Partial<Record<ColumnKind, FilterType>>> = {
  integer: 'number',
  decimal: 'number',
  float: 'number',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'date',
  timestamptz: 'date',
};

export function paramsQuery({ definition, rules }: Table, prepare: QueryPreparer): ParamsQuery {
  const unfiltered = { ...rules, filterParams: new Map() };
  // A query that does not take the context is the same for all requests and does not depend on this one.
  const shared = dependsOnContext(definition) ? null : parseRequest({}, unfiltered);

  return async (payload, caller) => {
    // The table of an alias may depend on the user and the params, but not on the filters.
    const asked = isRecord(payload) ? { params: payload.params } : {};
    const request = shared ?? parseRequest(asked, unfiltered);

    return (await prepare({ ...caller, request })).query;
  };
}

export function typedRules(table: Table, queryOf: ParamsQuery): TypedRules {
  const { rules } = table;
  const typed = new WeakMap<HostQuery, RequestRules>();

  const { groups } = rules.summaries;
  if (!rules.selectable && groups.size === 0 && ![...rules.filters.values()].some(({ untyped }) => untyped)) {
    return async () => rules;
  }

  return async (payload, caller) => {
    const query = await queryOf(payload, caller);
    const known = typed.get(query) ?? withTypes(table, query);
    typed.set(query, known);

    return known;
  };
}

/** The database's type of a filterable or groupable column; `string` if it is unknown. */
export function columnFilterType(
  { template, definition }: Table,
  data: string,
  query: HostQuery,
): FilterType {
  const isComputed = template.columns.some(
    (column) => column.data === data && definition.expressions?.[column.name],
  );

  return (isComputed ? undefined : typesOfKinds[dataKind(data, query)]) ?? 'string';
}

/** The rules of a table, with types that are determined by the database. */
export function withTypes(table: Table, query: HostQuery): RequestRules {
  const filters = [...table.rules.filters].map(
    ([data, rule]) =>
      [data, rule.untyped ? { ...rule, type: columnFilterType(table, data, query) } : rule] as const,
  );

  const groups = [...table.rules.summaries.groups].map(
    ([name, rule]) => [name, typedGroup(table, rule, query)] as const,
  );

  return Object.freeze({
    ...table.rules,
    filters: new Map(filters),
    summaries: { ...table.rules.summaries, groups: new Map(groups) },
    // Grouped rows have no identifier that could be searched before grouping.
    selectable: table.rules.selectable && query.decomposable,
  });
}

function typedGroup(table: Table, rule: GroupRule, query: HostQuery): GroupRule {
  const column = table.template.columns.find(({ name }) => name === rule.column);
  const type = rule.untyped && column?.data ? columnFilterType(table, column.data, query) : rule.type;
  // Dates have steps, and enumerations have labels of their own.
  const record = column && (type === 'string' || type === 'number') ? recordKey(table, column, query) : null;

  if (record === null) return { ...rule, type };
  const [first = '', ...others] = record;

  return {
    ...{ ...rule, record },
    type: (others.length === 0 ? typesOfKinds[dataKind(first, query)] : null) ?? 'string',
  };
}
