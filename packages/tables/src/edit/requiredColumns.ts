import type { Table } from '../definition/Table.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { columnEdit, storedColumn } from './EditTarget.ts';

/**
 * Names of the editable columns that refuse null, as `parseEditValue` does: the database's column is not nullable, or the
 * schema of the definition refuses it. Without a query, only the schemas are known.
 */
export async function requiredColumns(
  table: Pick<Table, 'definition' | 'template'>,
  query: HostQuery | null,
): Promise<ReadonlySet<string>> {
  const edited = table.template.columns.flatMap((column) => {
    const edit = columnEdit(table, column.name);

    return edit === null ? [] : [{ column, edit }];
  });
  const hasSchemas = edited.some(({ edit }) => edit.schema !== undefined);
  const schemaFault = hasSchemas ? (await import('./schemaFault.ts')).schemaFault : null;
  const required = edited.filter(({ column, edit }) => {
    const stored = query && storedColumn(table, query, column, edit);
    const isRefused = schemaFault && edit.schema ? schemaFault(edit.schema, null) !== null : false;

    return stored?.isNullable === false || isRefused;
  });

  return new Set(required.map(({ column }) => column.name));
}
