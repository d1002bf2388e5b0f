/** A row as a page shows it, for `meta.changes`. */
export interface ShownRow {
  /** Row identifier, as rows have it. */
  row: string | number;
  /** Its entry of `versions` in the response that it is from. */
  version: string;
}

/** Response of a table's data route to `meta.changes`. Rows that are as shown are in neither list. */
export interface ChangesResponse<Row = Record<string, unknown>> {
  /** Rows that differ from what is shown. */
  changed: ChangedRow<Row>[];
  /** Identifiers, as sent, of rows that the result no longer has: deleted, filtered out, or not permitted. */
  gone: (string | number)[];
}

export interface ChangedRow<Row = Record<string, unknown>> {
  /** The row as it is now. */
  row: Row;
  /** For the next `meta.changes`. */
  version: string;
}
