import { fieldOptions } from '../definition/fields.ts';
import type { Table } from '../definition/Table.ts';
import { databaseColumn, type HostQuery } from '../query/HostQuery.ts';
import { parseColumnName } from '../query/TableName.ts';
import type { TemplateColumn } from '../template/Template.ts';

/** Columns that name the rows of their table, rather than a category of them. */
const recordNames: readonly string[] = ['name', 'full_name', 'display_name'];

/**
 * Each `table.column` of the key of the records that a column names: as the definition says under `groupKeys`; the foreign
 * key that the column's edits write; or the key by which a table is joined for its names. Null if the column's values are
 * themselves what rows have in common.
 */
export function recordKey(
  table: Table,
  { name, data }: TemplateColumn,
  query: HostQuery,
): readonly string[] | null {
  const { groupKeys = {} } = table.definition;
  if (Object.hasOwn(groupKeys, name)) {
    const key = groupKeys[name] ?? null;

    return key === null ? null : [key].flat();
  }

  const { references, column: written } = fieldOptions(table, name) ?? {};
  if (references !== undefined && written !== undefined) return written === data ? null : [written];
  if (data === null) return null;

  const { alias, column } = databaseColumn(data, query);
  const key = query.joinedBy.get(alias) ?? null;

  return key !== null && !key.includes(column) && recordNames.includes(column)
    ? key.map((part) => `${parseColumnName(data).alias}.${query.names.toHost(part)}`)
    : null;
}
