import type { RowFilter, TableEntry } from '../api/types.ts';
import { recordPath } from './recordPath.ts';

type Row = Readonly<Record<string, unknown>>;

/** The page of the row that `key` identifies; null where the row points at none. */
export function referencePath(table: string, key: readonly string[], row: Row): string | null {
  const values = valuesOf(key, row);
  if (values === null) return null;
  const [single = ''] = values;
  const id = values.length === 1 ? single : values.map(escapePart).join(',');

  return recordPath(table, id, null, '');
}

/** The table with only the rows that point at `row`; null where none can. */
export function referrersPath(
  { id, path }: Pick<TableEntry, 'id' | 'path'>,
  filters: readonly RowFilter[],
  row: Row,
): string | null {
  const values = valuesOf(
    filters.map(({ attribute }) => attribute),
    row,
  );
  if (values === null) return null;
  const own = filters.map(({ data, type }, index) => ({
    data,
    value: values[index],
    type,
    mode: type === 'string' ? 'exactMatch' : null,
  }));

  return `${path}?${new URLSearchParams({ [`${id}.filters`]: JSON.stringify(own) })}`;
}

/** As texts; null where one of them is none. */
function valuesOf(attributes: readonly string[], row: Row): string[] | null {
  const values = attributes.map((attribute) => row[attribute]);

  return values.every((value) => value !== null && value !== undefined && value !== '')
    ? values.map(String)
    : null;
}

/** As the service writes a part of a key of several columns. */
function escapePart(text: string): string {
  return text.replaceAll('~', '~0').replaceAll(',', '~1');
}
