import type { HostQuery } from '../query/HostQuery.ts';
import { cellFormatters } from './cellFormatters.ts';
import { type StoredColumns, storedColumn } from './storedColumn.ts';

type Row = Record<string, unknown>;

const formatters = new WeakMap<HostQuery, (row: Row) => void>();

/** Formats the cells of a row in place. Made once per query. */
export function rowFormatter(columns: StoredColumns): (row: Row) => void {
  let formatter = formatters.get(columns.query);

  if (!formatter) {
    formatter = createRowFormatter(columns);
    formatters.set(columns.query, formatter);
  }

  return formatter;
}

function createRowFormatter(columns: StoredColumns): (row: Row) => void {
  const steps = cellFormatters(columns.table).map(({ path, isNeverNull, format }) => {
    const stored = storedColumn(path, columns);
    const name = path.at(-1) as string;
    const holders = path.slice(0, -1);

    return (row: Row) => {
      const holder = holders.length === 0 ? row : nested(row, holders, isNeverNull);
      if (holder) holder[name] = format(holder[name], stored, row);
    };
  });

  return (row) => {
    for (const step of steps) step(row);
  };
}

/** The object that has the cell; made where it is missing and the cell must not be. */
function nested(row: Row, path: readonly string[], isMade: boolean): Row | null | undefined {
  let holder: Row | null | undefined = row;
  for (const name of path) {
    if (isMade && holder) holder[name] ??= {};
    holder = holder?.[name] as Row | null | undefined;
  }

  return holder;
}
