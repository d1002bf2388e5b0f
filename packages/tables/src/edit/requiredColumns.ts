import { cellField } from '../definition/fields.ts';
import type { Table } from '../definition/Table.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { storedColumn } from './EditTarget.ts';
import { schemaFaultFor } from './parseEditValue.ts';

/**
 * Names of the editable columns that refuse null, as `parseEditValue` does: the database's column is not nullable, or the
 * schema of the definition refuses it. Without a query, only the schemas are known.
 */
export async function requiredColumns(
  table: Pick<Table, 'definition' | 'template'>,
  query: HostQuery | null,
): Promise<ReadonlySet<string>> {
  const fields = table.template.columns.flatMap(({ name }) => cellField(table, name) ?? []);
  const schemaFault = await schemaFaultFor(fields);
  const required = fields.filter((field) => {
    const { schema } = field.options;
    const stored = query && storedColumn(table, query, field);
    const isRefused = schemaFault && schema ? schemaFault(schema, null) !== null : false;

    return stored?.isNullable === false || isRefused;
  });

  return new Set(required.map(({ column }) => column.name));
}
