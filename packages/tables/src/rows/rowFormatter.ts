import { LRUCache } from 'lru-cache';
import type { HostQuery } from '../query/HostQuery.ts';
import { cellFormatters } from './cellFormatters.ts';
import { type StoredColumns, storedColumn } from './storedColumn.ts';

type Row = Record<string, unknown>;

type RowFormatter = (row: Row) => void;

/** Zones of which a query's formatters are kept. */
const keptZones = 50;
const formatters = new WeakMap<HostQuery, LRUCache<string, RowFormatter>>();

/** Formats the cells of a row in place, dates in a time zone. Kept for each query and zone. */
export function rowFormatter(columns: StoredColumns, timeZone: string): RowFormatter {
  const byZone = formatters.get(columns.query) ?? new LRUCache({ max: keptZones });
  const formatter = byZone.get(timeZone) ?? createRowFormatter(columns, timeZone);

  byZone.set(timeZone, formatter);
  formatters.set(columns.query, byZone);

  return formatter;
}

function createRowFormatter(columns: StoredColumns, timeZone: string): RowFormatter {
  const steps = cellFormatters(columns.table, timeZone).map(({ path, isNeverNull, format }) => {
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
