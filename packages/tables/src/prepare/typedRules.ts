import type { FilterType } from '@rowhouse/table-protocol';
import type { TableContext } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import { dataKind } from '../query/ColumnResolver.ts';
import type { ColumnKind } from '../query/dialects/Dialect.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { isRecord } from '../request/parse/scalars.ts';
import { parseRequest } from '../request/parseRequest.ts';
import type { RequestRules } from '../request/TableRequest.ts';
import type { QueryPreparer } from './prepareQuery.ts';

/** The rules by which the request of a caller is read, with the types that the template leaves to the database. */
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

export function typedRules(table: Table, prepare: QueryPreparer): TypedRules {
  const { rules } = table;
  const typed = new WeakMap<HostQuery, RequestRules>();

  const typedByDatabase = [...rules.filters.values(), ...rules.summaries.groups.values()];
  if (!rules.selectable && !typedByDatabase.some(({ untyped }) => untyped)) return async () => rules;

  return async (payload, caller) => {
    // Which table a name stands for may depend on the user and the params, but not on the filters.
    const asked = isRecord(payload) ? { params: payload.params } : {};
    const request = parseRequest(asked, { ...rules, filterParams: new Map() });
    const { query } = await prepare({ ...caller, request });
    const known = typed.get(query) ?? withTypes(table, query);
    typed.set(query, known);

    return known;
  };
}

/** The type that the database says of a filterable or groupable column; of what it cannot say, `string`. */
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

/** The rules of a table, with the types that its template leaves to the database. */
export function withTypes(table: Table, query: HostQuery): RequestRules {
  const filters = [...table.rules.filters].map(
    ([data, rule]) =>
      [data, rule.untyped ? { ...rule, type: columnFilterType(table, data, query) } : rule] as const,
  );

  const groups = [...table.rules.summaries.groups].map(([name, rule]) => {
    const data = table.template.columns.find((column) => column.name === name)?.data;
    const type = rule.untyped && data ? columnFilterType(table, data, query) : rule.type;

    return [name, { ...rule, type }] as const;
  });

  return Object.freeze({
    ...table.rules,
    filters: new Map(filters),
    summaries: { ...table.rules.summaries, groups: new Map(groups) },
    // Rows that are made of several have no identifier to look for before they are made.
    selectable: table.rules.selectable && query.decomposable,
  });
}
