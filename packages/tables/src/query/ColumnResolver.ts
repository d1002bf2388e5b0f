import { type Expression, type OperationNode, RawNode, sql } from 'kysely';
import type { Table } from '../definition/Table.ts';
import type { ColumnSource } from '../plan/QueryPlan.ts';
import type { ColumnKind } from './dialects/Dialect.ts';
import { databaseColumn, type HostQuery } from './HostQuery.ts';
import { columnOf, type ReferencedColumn } from './lookups.ts';

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
        return { expression: query.rowId, kind: expressionKind(query.rowId, query) };
      case 'data':
        return { expression: sql.ref(source.data), kind: dataKind(source.data, query) };
      case 'expression': {
        const expression = table.definition.expressions?.[source.name];
        if (!expression) {
          throw new Error(`Table "${table.id}" has no expression for column "${source.name}".`);
        }
        return { expression, kind: expressionKind(expression, query) };
      }
    }
  };
}

/** What an expression holds that is a column by itself; `other` for one that computes. */
export function expressionKind(
  expression: Expression<unknown>,
  { tables }: Pick<HostQuery, 'tables'>,
): ColumnKind {
  const column = referenceOf(expression.toOperationNode());

  return (column && tables.get(column.table)?.columns.get(column.column)?.kind) ?? 'other';
}

/** A column, also as `sql.ref` writes it: raw SQL of nothing else. */
export function referenceOf(node: OperationNode): ReferencedColumn | null {
  if (!RawNode.is(node)) return columnOf(node);

  const [parameter, ...others] = node.parameters;

  return parameter && others.length === 0 && node.sqlFragments.every((text) => text === '')
    ? referenceOf(parameter)
    : null;
}

/** What a `table.column` holds, whatever name the query gives the table. */
export function dataKind(data: string, query: Pick<HostQuery, 'names' | 'tables'>): ColumnKind {
  const { table, column } = databaseColumn(data, query);

  return table?.columns.get(column)?.kind ?? 'other';
}
