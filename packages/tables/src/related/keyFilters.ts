import type { RelatedFilter } from '@rowhouse/table-protocol';
import { SelectQueryNode } from 'kysely';
import type { Table } from '../definition/Table.ts';
import { recordKey } from '../prepare/recordKey.ts';
import { withTypes } from '../prepare/typedRules.ts';
import { databaseColumn, type HostQuery } from '../query/HostQuery.ts';
import { joinedKeys } from '../query/lookups.ts';
import type { FilterRule } from '../request/TableRequest.ts';
import type { TemplateColumn } from '../template/Template.ts';
import type { RecordTable, RecordTableOptions } from './recordTables.ts';

/** Column of a table, by the database's name → the value that rows have. */
export type KeyValues = ReadonlyMap<string, string | number>;

/** A value in JSON; null for one that identifies nothing, or has no text. */
export function keyValue(value: unknown): string | number | null {
  if (typeof value === 'number' || typeof value === 'string') return value;

  return typeof value === 'bigint' ? String(value) : null;
}

/** Types whose filters select the rows with one value. */
const exactTypes: ReadonlySet<FilterRule['type']> = new Set(['string', 'number', 'select', 'enum']);

/**
 * Filters of a table that select its rows with these values, among those that the user may use, and how the table calls the
 * reference: by the column that names the record, otherwise by the columns of the key. Null if one of these has no filter.
 */
export async function keyFilters(
  { query: { query, table, context }, record }: RecordTable,
  values: KeyValues,
  { mayUse }: Pick<RecordTableOptions, 'mayUse'>,
): Promise<{ readonly as: string; readonly filters: readonly RelatedFilter[] } | null> {
  const { filters, columns } = table.template;
  const rules = [...withTypes(table, query).filters.values()];
  const found: { readonly filter: RelatedFilter; readonly label: string }[] = [];

  for (const [column, value] of values) {
    const rule = rules.find(({ data, type }) => {
      const located = databaseColumn(data, query);

      return exactTypes.has(type) && located.alias === record.alias && located.column === column;
    });
    if (!rule) return null;
    const { data, type } = rule;
    const own = filters.find((filter) => filter.data === data);
    const routeName = own?.routeName ?? null;
    if (routeName !== null && !(await mayUse(context.user, routeName))) return null;
    const label = own?.label ?? columns.find((each) => each.data === data)?.label ?? '';
    found.push({ filter: { data, type, value }, label });
  }

  const naming = columns.find((column) => isNamedBy(column, table, query, values));

  return {
    as: naming?.label ?? found.map(({ label }) => label).join(', '),
    filters: found.map(({ filter }) => filter),
  };
}

/** Whether a column names the record that a key refers to: it is of a table that the query joins by this key, or written to it. */
function isNamedBy(column: TemplateColumn, table: Table, query: HostQuery, key: KeyValues): boolean {
  const node = query.builder.toOperationNode();
  const located = (recordKey(table, column, query) ?? []).map((data) => databaseColumn(data, query));
  const [alias] = located.map((located) => located.alias);
  const joined =
    SelectQueryNode.is(node) && alias !== undefined ? joinedKeys(node, query.tables).get(alias) : [];
  const columns = joined?.length
    ? joined.map(({ from }) => from.column)
    : located.map((located) => located.column);

  return columns.length === key.size && columns.every((name) => key.has(name));
}
