import type { RowId } from '../table/TableRow.ts';

/** A path of the server for one row: its placeholder `dtRowId` replaced by the identifier. */
export function rowPath(path: string, id: RowId): string {
  return path.replace('dtRowId', () => encodeURIComponent(String(id).toWellFormed()));
}
