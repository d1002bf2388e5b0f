import { rowId, undoId } from './changes.ts';
import { editValue } from './editing.ts';
import type { Problem } from './problem.ts';
import {
  anything,
  boolean,
  count,
  extended,
  fallback,
  type Infer,
  list,
  nullable,
  object,
  oneOf,
  open,
  optional,
  orNothing,
  record,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

/** Most rows of one change of cells, and most cells of each. The body has at most the bytes that the server accepts. */
export const cellsLimits = { rows: 1000, columns: 50 } as const;

export const cellsOfRow = object({
  /** Row identifier, as rows have it; each at most once. */
  row: rowId,
  /** Editable column → new value, as of the edit of one cell. */
  values: optional(record(editValue)),
  /**
   * Editable column → text of a spreadsheet, which is read like a cell of an imported file: numbers and dates in the formats of
   * the language, labels of listed values, names of rows that a column refers to. An empty text is no value.
   */
  texts: optional(record(text())),
  /** Column → its cell as the client shows it. A cell that is different now is refused. */
  expected: optional(record(anything())),
  /** Column → its member of the row's `_exact`; null if there was none. A cell that is different now is refused. */
  expectedExact: optional(record(nullable(text()))),
  /** The row's member `template.edit.version`. If it is different now, all cells of the row are refused. */
  version: optional(scalar<string | number>('string', 'number')),
});
/** Cells of one row, in `values` and `texts`. */
export interface CellsOfRow extends Infer<typeof cellsOfRow> {}

export const cellsPayload = object({
  /** At most 1,000, each with at most 50 cells. */
  rows: list(ref<CellsOfRow>(cellsOfRow), { minItems: 1, maxItems: cellsLimits.rows }),
  /** If cells are refused, writes the others. Defaults to writing nothing then. */
  skipRefused: optional(boolean()),
  /** UUID of the change, the same when it is repeated: a repeated one writes nothing and has the same response. */
  requestId: optional(text({ format: 'uuid' })),
  /** Free values for the application's query, as in the data request. */
  params: orNothing(record(anything())),
  /** As in the data request: the language in which `expected` was received, and of `texts`. */
  locale: orNothing(text()),
});
/** Body of a table's route of cells: several cells that are changed together. */
export interface CellsPayload extends Infer<typeof cellsPayload> {}

export const refusedCell = object({
  /** Row identifier. */
  row: rowId,
  /** Name of the column. */
  column: text({ minLength: 1 }),
  /** `value`: the value is refused; `changed`: another user has changed the cell; `missing`: the row does not exist for the user. */
  reason: fallback(oneOf(['value', 'changed', 'missing']), 'value'),
  /** Sentence for users. */
  message: text(),
  /** `changed`: the cell as it is now. */
  current: optional(anything()),
});
/** A cell that was not written. */
export interface RefusedCell extends Infer<typeof refusedCell> {}

export const cellsRefusal = object({
  /** The first 1,000 cells that were not written. */
  refused: fallback(list(ref<RefusedCell>(refusedCell)), []),
  /** Number of all of them. */
  refusedCount: fallback(count(), 0),
});
/** Response 422 of a table's route of cells, or 409 if other users' changes are the only reason: nothing was written. */
export interface CellsRefusal extends Problem, Infer<typeof cellsRefusal> {}

export const cellsResponse = <Row = Record<string, unknown>>() =>
  extended(cellsRefusal, {
    /** Cells whose values were changed; those that had the value already are not counted. */
    changed: fallback(count(), 0),
    /** The rows of cells that were not refused, as the data route returns them; without those that are no longer rows of the table. */
    rows: fallback(list(open<Row>()), []),
    /** UUID of the change, to be sent as `undo` to undo it. Missing if it cannot be undone. */
    undo: undoId,
  });
/** Response of a table's route of cells. */
export interface CellsResponse<Row = Record<string, unknown>>
  extends Infer<ReturnType<typeof cellsResponse<Row>>> {}
