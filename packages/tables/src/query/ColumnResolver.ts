import { type Expression, sql } from 'kysely';
import type { Table } from '../definition/Table.ts';
import type { ColumnSource } from '../plan/QueryPlan.ts';
import type { ColumnKind } from './dialects/Dialect.ts';
import type { HostQuery } from './HostQuery.ts';
import { parseColumnName } from './TableName.ts';

export interface ResolvedColumn {
  readonly expression: Expression<unknown>;
  readonly kind: ColumnKind;
}

/** Turns a column of a plan into SQL, and says what it holds. */
export type ColumnResolver = (source: ColumnSource) => ResolvedColumn;

export function columnResolver(table: Table, query: HostQuery): ColumnResolver {
  return (source) => {
    switch (source.kind) {
      case 'rowId':
        return { expression: query.rowId, kind: 'other' };
      case 'data':
        return { expression: sql.ref(source.data), kind: dataKind(source.data, query) };
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
export function dataKind(data: string, query: Pick<HostQuery, 'tables'>): ColumnKind {
  const { alias, column } = parseColumnName(data);

  return query.tables.get(alias)?.columns.get(column)?.kind ?? 'other';
}
