import { formFields } from '../definition/fields.ts';
import { writtenData } from '../edit/EditTarget.ts';
import { databaseColumn } from '../query/HostQuery.ts';
import type { KeyValues } from './keyFilters.ts';
import type { RecordTable, RelatedOptions } from './recordTables.ts';

/** Field → value of a new record with this key; null if the user may not create it there. */
export async function newRecordValues(
  { query: { query, table, context }, record }: RecordTable,
  key: KeyValues,
  { mayUse }: RelatedOptions,
): Promise<Record<string, string | number> | null> {
  const { create, store } = table.routeNames;
  if (create === null || store === null) return null;
  for (const name of [create, store]) if (!(await mayUse(context.user, name))) return null;
  const values: Record<string, string | number> = {};

  for (const field of formFields(table, query.names.toHost(record.alias))) {
    const { readOnly, write, permission } = field.options;
    const data = readOnly || write ? null : writtenData(table, field);
    const located = data === null ? null : databaseColumn(data, query);
    const value = located?.alias === record.alias ? key.get(located.column) : undefined;
    if (value === undefined) continue;
    if (permission === undefined || (await mayUse(context.user, permission))) {
      values[field.column.name] = value;
    }
  }

  return Object.keys(values).length < key.size ? null : values;
}
