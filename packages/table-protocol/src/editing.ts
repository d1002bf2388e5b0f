import { undoId } from './changes.ts';
import { filterTypes } from './constants.ts';
import type { Problem } from './problem.ts';
import {
  anyOf,
  anything,
  exactly,
  fallback,
  type Infer,
  integer,
  list,
  nullable,
  object,
  oneOf,
  open,
  optional,
  orNothing,
  record,
  type Shape,
  scalar,
  text,
} from './shape/Shape.ts';

/**
 * A boolean; the key of an enumeration; a number as plain decimal text or as a JSON number, in the unit shown; a date as
 * `YYYY-MM-DD`; a time as ISO 8601, in the user's time zone if it names none; the value of an option; a text; JSON as text; a
 * list of texts, of which null is an item without a value.
 */
export type EditValue = string | number | boolean | null | readonly (string | null)[];

export const editValue: Shape<EditValue> = anyOf(
  scalar<string | number | boolean | null>('string', 'number', 'boolean', 'null'),
  list(scalar<string | null>('string', 'null')),
);

export const editPayload = object({
  /** Row identifier, as rows have it. */
  row: scalar<string | number>('string', 'number'),
  /** Name of a column whose `meta.editable` is true. */
  column: text(),
  /** The new value; null for none. */
  value: editValue,
  /**
   * The cell as the client shows it: the row's member of that name as it was received. If the cell is different now, the
   * response is 409.
   */
  expected: optional(anything()),
  /**
   * The member of that name in the row's `_exact` as it was received; null if there was none. If it is different now, the
   * response is 409: cells that look the same may have different values.
   */
  expectedExact: optional(nullable(text())),
  /** The row's member `template.edit.version`, for tables that have one. If it is different now, the response is 409. */
  version: optional(scalar<string | number>('string', 'number')),
  /** UUID of the change, the same when it is repeated. For the application; the table does not depend on it. */
  requestId: optional(text({ format: 'uuid' })),
  /** Free values for the application's query, as in the data request. */
  params: orNothing(record(anything())),
  /** As in the data request: the language in which `expected` was received. */
  locale: orNothing(text()),
});
/** Body of a table's edit route: the new value of one cell. */
export interface EditPayload extends Infer<typeof editPayload> {}

export const editResponse = <Row = Record<string, unknown>>() =>
  object({
    /** The row after the change, as the data route returns it; null if it is no longer one of the table's rows. */
    row: nullable(open<Row>()),
    /** UUID of the change, to be sent as `undo` to undo it. Missing if it cannot be undone. */
    undo: undoId,
  });
/** Response of a table's edit route. */
export interface EditResponse<Row = Record<string, unknown>>
  extends Infer<ReturnType<typeof editResponse<Row>>> {}

/** Response 409 of a table's edit route: the cell or the row has changed since it was read. */
export interface EditConflict<Row = Record<string, unknown>> extends Problem {
  /** The row as it is now. */
  current: Row;
}

export const initEdit = object({
  /** Path of the edit route; its method is PATCH. */
  path: text({ minLength: 1 }),
  /** Path of the route that changes several cells together; its method is POST. */
  cells: optional(text({ minLength: 1 })),
  /** Member of rows to send as `version`. */
  version: optional(text({ minLength: 1 })),
});
/** How a client edits the cells of a table. */
export interface InitEdit extends Infer<typeof initEdit> {}

export const initColumnEdit = object({
  /** Kind of the values. `string` also if only the database knows it. */
  type: fallback(oneOf(filterTypes), 'string'),
  /** `select`: path of the options, as in a filter; missing if the user may not list them. */
  path: optional(text({ minLength: 1 })),
  /**
   * `select`: the options are the rows of another table, and `path` is its data route: send `meta.names` to it. `id` if
   * cells show the identifier of the row, `name` if they show another of its columns.
   */
  names: optional(oneOf(['id', 'name'])),
  /** Most characters (UTF-16 code units) of a text. */
  maxLength: optional(integer({ minimum: 1 })),
  /** Null is refused, so clients offer no empty value. Missing if null is accepted, or that is not known. */
  required: optional(exactly(true)),
});
/** How a client edits the cells of a column. */
export interface InitColumnEdit extends Infer<typeof initColumnEdit> {}
