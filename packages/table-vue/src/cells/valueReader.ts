import type { TableRow } from '../TableController.ts';

/**
 * Reads a column's value from rows. A dotted name is that property itself, as flattened rows have it, or else a
 * property of a nested record; undefined where there is no such record.
 */
export function valueReader(name: string): (row: TableRow) => unknown {
  if (!name.includes('.')) {
    return (row) => row[name];
  }

  const path = name.split('.');

  return (row) => {
    if (Object.hasOwn(row, name)) {
      return row[name];
    }

    let value: unknown = row;

    for (const property of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, property)) {
        return undefined;
      }
      value = (value as Record<string, unknown>)[property];
    }

    return value;
  };
}
