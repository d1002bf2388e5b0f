import type { Table } from '../definition/Table.ts';
import type { TemplateColumn } from '../template/Template.ts';
import type { ColumnSource } from './QueryPlan.ts';

/** Source of a column's values in SQL; null if it can be neither searched, sorted nor summed. */
export function columnSource(
  table: Table,
  column: Pick<TemplateColumn, 'name' | 'data'>,
): ColumnSource | null {
  if (table.definition.expressions?.[column.name]) {
    return { kind: 'expression', name: column.name };
  }

  return column.data === null ? null : { kind: 'data', data: column.data };
}

/** Source of a filter's values: that of a column with the same `data`, if there is one. */
export function filterSource(table: Table, data: string): ColumnSource {
  const column = table.template.columns.find((candidate) => candidate.data === data);

  return (column && columnSource(table, column)) ?? { kind: 'data', data };
}
