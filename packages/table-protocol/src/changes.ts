import { fallback, type Infer, list, object, open, optional, ref, scalar, text } from './shape/Shape.ts';

export const rowId = scalar<string | number>('string', 'number');

/** Of a change, in its response. */
export const undoId = optional(text({ format: 'uuid' }));

export const shownRow = object({
  /** Row identifier, as rows have it. */
  row: rowId,
  /** Its entry of `versions` in the response that it is from. */
  version: text(),
});
/** A row as a page shows it, for `meta.changes`. */
export interface ShownRow extends Infer<typeof shownRow> {}

const changedRow = <Row = Record<string, unknown>>() =>
  object({
    /** The row as it is now. */
    row: open<Row>(),
    /** For the next `meta.changes`. */
    version: text({ minLength: 1 }),
  });
export interface ChangedRow<Row = Record<string, unknown>>
  extends Infer<ReturnType<typeof changedRow<Row>>> {}

export const changesResponse = <Row = Record<string, unknown>>() =>
  object({
    /** Rows that differ from what is shown. */
    changed: list(ref<ChangedRow<Row>>(changedRow<Row>())),
    /** Identifiers, as sent, of rows that the result no longer has: deleted, filtered out, or not permitted. */
    gone: fallback(list(rowId), []),
  });
/** Response of a table's data route to `meta.changes`. Rows that are as shown are in neither list. */
export interface ChangesResponse<Row = Record<string, unknown>>
  extends Infer<ReturnType<typeof changesResponse<Row>>> {}
