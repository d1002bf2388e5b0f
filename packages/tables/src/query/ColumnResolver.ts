import { type Expression, type OperationNode, RawNode, sql } from 'kysely';
import type { Table } from '../definition/Table.ts';
import type { ColumnSource } from '../plan/QueryPlan.ts';
import type { ColumnKind } from './ColumnKind.ts';
import type { CatalogueColumn } from './catalogue.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { databaseColumn, type HostQuery } from './HostQuery.ts';
import { columnOf, type ReferencedColumn } from './lookups.ts';

export interface ResolvedColumn {
  readonly expression: Expression<unknown>;
  readonly kind: ColumnKind;
}

/** Resolves a column of a plan to SQL and its kind. */
export type ColumnResolver = (source: ColumnSource) => ResolvedColumn;

export function columnResolver(
  table: Table,
  query: HostQuery,
  { comparedColumn, summaries }: Pick<Dialect, 'comparedColumn' | 'summaries'>,
): ColumnResolver {
  const compared = (expression: Expression<unknown>, stored: CatalogueColumn | undefined) => ({
    expression: stored ? comparedColumn(expression, stored) : expression,
    kind: stored?.kind ?? 'other',
  });

  return (source) => {
    switch (source.kind) {
      case 'rowId':
        return { expression: query.rowId, kind: expressionKind(query.rowId, query) };
      case 'data':
        return compared(sql.ref(source.data), dataColumn(source.data, query));
      case 'key': {
        const texts = source.columns.map((name) => escapedKey(summaries.text(sql.ref(name))));

        return { expression: summaries.joined(texts), kind: 'text' };
      }
      case 'linked':
        throw new Error(`The rows that a request of table "${table.id}" links were not looked up.`);
      case 'expression': {
        const expression = table.definition.expressions?.[source.name];
        if (!expression) {
          throw new Error(`Table "${table.id}" has no expression for column "${source.name}".`);
        }
        return compared(expression, expressionColumn(expression, query));
      }
    }
  };
}

/** Without commas, which separate the texts of a key. */
function escapedKey(text: Expression<unknown>) {
  return sql`replace(replace(${text}, '~', '~0'), ',', '~1')`;
}

/** The identity in a form that the database can compare, of all digits: unlike filters, not of those that are shown. */
export function comparableIdentity(
  query: Pick<HostQuery, 'identity' | 'tables'>,
  { comparedColumn }: Pick<Dialect, 'comparedColumn'>,
): HostQuery['identity'] {
  return (
    query.identity?.map((expression) => {
      const stored = expressionColumn(expression, query);

      return stored?.comparedAs ? comparedColumn(expression, stored) : expression;
    }) ?? null
  );
}

/** Kind of an expression that is a column; `other` for a computed one. */
export function expressionKind(
  expression: Expression<unknown>,
  query: Pick<HostQuery, 'tables'>,
): ColumnKind {
  return expressionColumn(expression, query)?.kind ?? 'other';
}

/** The column that an expression is; undefined for a computed one. */
export function expressionColumn(
  expression: Expression<unknown>,
  { tables }: Pick<HostQuery, 'tables'>,
): CatalogueColumn | undefined {
  const column = referenceOf(expression.toOperationNode());

  return column ? tables.get(column.table)?.columns.get(column.column) : undefined;
}

/** A column, also as raw SQL of `sql.ref`. */
export function referenceOf(node: OperationNode): ReferencedColumn | null {
  if (!RawNode.is(node)) return columnOf(node);

  const [parameter, ...others] = node.parameters;

  return parameter && others.length === 0 && node.sqlFragments.every((text) => text === '')
    ? referenceOf(parameter)
    : null;
}

/** Kind of a `table.column`, by any alias of the table in the query. */
export function dataKind(data: string, query: Pick<HostQuery, 'names' | 'tables'>): ColumnKind {
  return dataColumn(data, query)?.kind ?? 'other';
}

/** The column of a `table.column`, by any alias of the table in the query. */
export function dataColumn(
  data: string,
  query: Pick<HostQuery, 'names' | 'tables'>,
): CatalogueColumn | undefined {
  const { table, column } = databaseColumn(data, query);

  return table?.columns.get(column);
}
