/** The parameter of a record's address that says where the row is in the result. */
export const positionParameter = 'at';

/**
 * The address of a row's page, with the search, filters and sort of the table that `search` (a query) has. `position` is
 * the row's zero-based index in that result; null where it is not known.
 */
export function recordPath(table: string, row: string, position: number | null, search: string): string {
  const query = withoutPage(search, table);
  if (position !== null) query.set(positionParameter, String(position + 1));
  const path = `/tables/${encodeURIComponent(table)}/${encodeURIComponent(row.toWellFormed())}`;

  return [path, query.toString()].filter(Boolean).join('?');
}

/** The address of the table, on the page that has the row at `position`; `length` rows are on a page. */
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

/** The zero-based index that an address gives; null where it gives none. */
export function readPosition(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) - 1 : null;
}

function withoutPage(search: string, table: string): URLSearchParams {
  const query = new URLSearchParams(search);
  query.delete(`${table}.page`);
  query.delete(positionParameter);

  return query;
}
