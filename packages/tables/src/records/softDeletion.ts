import type { Table } from '../definition/Table.ts';
import { parameter } from '../edit/parameter.ts';
import { TableError } from '../errors.ts';
import type { RecordPlan } from './RecordPlan.ts';

/** Name of the column by which records of a table are marked as deleted; undefined if they are removed. */
export function softColumn({ definition }: Pick<Table, 'definition'>): string | undefined {
  const options = definition.records?.delete;

  return typeof options === 'object' ? options.soft : undefined;
}

/** The column that marks a record as deleted, and its value. Throws `tables.invalid_query` if it is no date. */
export function softDeletion({ query, record }: Pick<RecordPlan, 'query' | 'record'>, name: string) {
  const column = query.query.names.toDatabase(name.split('.').at(-1) ?? name);
  const stored = record.table.columns.get(column);
  const { kind } = stored ?? {};
  const now = query.runtime.now().toISOString();
  if (kind !== 'date' && kind !== 'timestamp' && kind !== 'timestamptz') {
    throw new TableError(
      'tables.invalid_query',
      `Records of table "${query.table.id}" cannot be marked as deleted: "${name}" is no date of "${record.table.name}". Name a ` +
        'column of dates or times under `delete.soft`.',
    );
  }

  return [
    column,
    parameter(kind === 'date' ? now.slice(0, 10) : now, { kind }, query.runtime.dialect),
  ] as const;
}
