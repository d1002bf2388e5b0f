import type { DataPayload, RelatedFilter } from '@rowhouse/table-protocol';
import type { TableEntry } from '../../../src/tables/messages.ts';

/** The parameter of a record's address with the position of the row in the result, from 1. */
export const positionParameter = 'at';

/**
 * The address of a row's page, with the search, filters and sort of the table from `search` (a query). `position` is the
 * row's zero-based index in that result; null if it is not known.
 */
export function recordPath(table: string, row: string, position: number | null, search: string): string {
  const path = `/tables/${encodeURIComponent(table)}/${encodeURIComponent(row.toWellFormed())}`;

  return pathInResult(path, table, position, search);
}

/** Field → value of a new record that its form has when it is opened. */
export type GivenValues = Readonly<Record<string, string | number>>;

/** The parameter of the address of a form with the values that it has when it is opened. */
const givenParameter = 'given';

/** The address of the form of a new record. */
export function newRecordPath(table: string, search: string, given: GivenValues = {}): string {
  const query = new URLSearchParams(search);
  if (Object.keys(given).length > 0) query.set(givenParameter, JSON.stringify(given));

  return pathInResult(`/tables/${encodeURIComponent(table)}/new`, table, null, query.toString());
}

/** The values in the address of a form; empty without any. */
export function readGiven(query: Readonly<Record<string, unknown>>): GivenValues {
  const text = query[givenParameter];
  if (typeof text !== 'string') return {};
  try {
    const values: unknown = JSON.parse(text);
    const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];

    return Object.fromEntries(
      entries.filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
    );
  } catch {
    return {};
  }
}

/** The address of the form of a row, with the search, filters and sort of the table. */
export function editPath(table: string, row: string, position: number | null, search: string): string {
  const path = `/tables/${encodeURIComponent(table)}/${encodeURIComponent(row.toWellFormed())}/edit`;

  return pathInResult(path, table, position, search);
}

/** The address of the page that imports files into a table, with the search, filters and sort of the table. */
export function importPath(table: string, search: string): string {
  return pathInResult(`/tables/${encodeURIComponent(table)}/import`, table, null, search);
}

/** The address of the form that a router button of a table opens; null for other buttons, and if the user may not use it. */
export function formPath(
  { id, create, edit, import: files }: Pick<TableEntry, 'id' | 'create' | 'edit' | 'import'>,
  route: string,
  { row, position, search }: { row: string | null; position: number | null; search: string },
): string | null {
  if (create !== undefined && route === `${id}.create`) return newRecordPath(id, search);
  if (files !== undefined && route === `${id}.import`) return importPath(id, search);

  return edit !== undefined && route === `${id}.edit` && row !== null
    ? editPath(id, row, position, search)
    : null;
}

/** The same for the address `path` of a page that a module has for the rows of its table. */
export function pathInResult(path: string, table: string, position: number | null, search: string): string {
  const query = withoutPage(search, table);
  if (position !== null) query.set(positionParameter, String(position + 1));

  return [path, query.toString()].filter(Boolean).join('?');
}

/** The address of the table, on the page of the row at `position`, with `length` rows per page. */
export function tablePath(
  path: string,
  table: string,
  { position, length, search }: { position: number | null; length: number | null; search: string },
): string {
  const query = withoutPage(search, table);
  const page = position === null || length === null ? 1 : Math.floor(position / length) + 1;
  if (page > 1) query.set(`${table}.page`, String(page));

  return [path, query.toString()].filter(Boolean).join('?');
}

/** The zero-based index in an address; null without one. */
export function readPosition(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) - 1 : null;
}

function withoutPage(search: string, table: string): URLSearchParams {
  const query = new URLSearchParams(search);
  query.delete(`${table}.page`);
  query.delete(positionParameter);

  return query;
}

type Row = Readonly<Record<string, unknown>>;

/** The page of the row that `key` references; null if the reference is empty. */
export function referencePath(table: string, key: readonly string[], row: Row): string | null {
  const values = valuesOf(key, row);
  if (values === null) return null;
  const [single = ''] = values;
  const id = values.length === 1 ? single : values.map(escapePart).join(',');

  return recordPath(table, id, null, '');
}

/** The table with the rows that filters select; `name` is shown in filters by the name of a record. */
export function filteredPath(
  { id, path }: Pick<TableEntry, 'id' | 'path'>,
  filters: readonly RelatedFilter[],
  name = '',
): string {
  const own = filters.map(({ data, type, value }) => ({
    data,
    value: isOfList(type) ? [String(value)] : String(value),
    type,
    mode: type === 'string' ? 'exactMatch' : null,
    ...(type === 'select' && name !== '' && { valueLabels: [name] }),
  }));

  return `${path}?${new URLSearchParams({ [`${id}.filters`]: JSON.stringify(own) })}`;
}

/** Whether a filter of this type has a list of values. */
function isOfList(type: RelatedFilter['type']): boolean {
  return type === 'select' || type === 'enum';
}

/** The same as conditions that the user of a table cannot remove. */
export function tableFilters(filters: readonly RelatedFilter[]): NonNullable<DataPayload['filters']> {
  const found: Record<string, Record<string, string | number>> = {};
  for (const { data, value } of filters) {
    const dot = data.lastIndexOf('.');
    const table = data.slice(0, dot);
    found[table] = { ...found[table], [data.slice(dot + 1)]: value };
  }

  return found;
}

/** Values as texts; null if one of them is empty. */
function valuesOf(attributes: readonly string[], row: Row): string[] | null {
  const values = attributes.map((attribute) => row[attribute]);

  return values.every((value) => value !== null && value !== undefined && value !== '')
    ? values.map(String)
    : null;
}

/** Escapes a part of a key of several columns, like the service. */
function escapePart(text: string): string {
  return text.replaceAll('~', '~0').replaceAll(',', '~1');
}
