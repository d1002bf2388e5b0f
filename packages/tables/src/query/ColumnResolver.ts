import { type Expression, sql } from 'kysely';
import type { Table } from '../definition/Table.ts';
import type { ColumnSource } from '../plan/QueryPlan.ts';
import type { ColumnKinds } from './catalogue.ts';
import type { ColumnKind } from './dialects/Dialect.ts';
import type { HostQuery } from './HostQuery.ts';

export interface ResolvedColumn {
  readonly expression: Expression<unknown>;
  readonly kind: ColumnKind;
}

/** Turns a column of a plan into SQL, and says what it holds. */
export type ColumnResolver = (source: ColumnSource) => ResolvedColumn;

export function columnResolver(table: Table, query: HostQuery, kinds: ColumnKinds): ColumnResolver {
  return (source) => {
    switch (source.kind) {
      case 'rowId':
        return { expression: query.rowId, kind: 'other' };
      case 'data':
        return { expression: sql.ref(source.data), kind: dataKind(source.data, query, kinds) };
      case 'expression': {
        const expression = table.definition.expressions?.[source.name];
        if (!expression) {
          throw new Error(`Table "${table.id}" has no expression for column "${source.name}".`);
        }
        return { expression, kind: 'other' };
      }
    }
  };
}

/** What a `table.column` holds, whatever name the query gives the table. */
export function dataKind(data: string, query: HostQuery, kinds: ColumnKinds): ColumnKind {
  const dot = data.lastIndexOf('.');
  const alias = data.slice(data.lastIndexOf('.', dot - 1) + 1, dot);

  return kinds.get(`${query.tables.get(alias) ?? alias}.${data.slice(dot + 1)}`) ?? 'other';
}
