import type { ExportRow } from '../ExportWriter.ts';

/** Reads what stands in a row under a path; undefined where one of the records in between is missing. */
export function valueReader(path: readonly string[]): (row: ExportRow) => unknown {
  const [name = ''] = path;

  if (path.length === 1) {
    return (row) => row[name];
  }

  return (row) => {
    let value: unknown = row;
    for (const property of path) value = (value as ExportRow | null | undefined)?.[property];

    return value;
  };
}
