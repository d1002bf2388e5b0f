import type { Table } from '../definition/Table.ts';
import type { TemplateColumn } from '../template/Template.ts';
import type { ColumnSource } from './QueryPlan.ts';

/** Where a column's values come from in SQL; null where there is nothing to search, sort or sum by. */
export function columnSource(
  table: Table,
  column: Pick<TemplateColumn, 'name' | 'data'>,
): ColumnSource | null {
  if (table.definition.expressions?.[column.name]) {
    return { kind: 'expression', name: column.name };
  }

  return column.data === null ? null : { kind: 'data', data: column.data };
}

/** Where the values of a filter come from: its column's, if one has the same `data`. */
export function filterSource(table: Table, data: string): ColumnSource {
  const column = table.template.columns.find((candidate) => candidate.data === data);

  return (column && columnSource(table, column)) ?? { kind: 'data', data };
}
