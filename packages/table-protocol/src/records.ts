import { undoId } from './changes.ts';
import { type EditValue, editValue, initColumnEdit } from './editing.ts';
import type { Problem } from './problem.ts';
import {
  anything,
  exactly,
  extended,
  type Infer,
  integer,
  list,
  nullable,
  object,
  open,
  optional,
  orNothing,
  record,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

export const fieldFile = object({
  /** Media types that are accepted, such as `application/pdf` or `image/*`. Missing: any. */
  types: optional(list(text({ minLength: 1 }))),
  /** Bytes at most. */
  maxBytes: integer({ minimum: 1 }),
  /** Path that a file is sent to by POST, with its name as the further member `name` of the query. Missing on a field that is not written. */
  upload: optional(text({ minLength: 1 })),
  /** Path of the stored file. Missing for a new record, and if the user may not read it. */
  download: optional(text({ minLength: 1 })),
});
/** How the file of a field is sent and received. The value of the field is the `value` of a `FileResponse`. */
export interface FieldFile extends Infer<typeof fieldFile> {}

export const recordField = extended(initColumnEdit, {
  /** Member of `values`. */
  name: text({ minLength: 1 }),
  /** Of the field; not translated by the server. */
  label: text(),
  /** Explains the field, below it. */
  help: optional(text()),
  /** Heading of the fields that follow, until another one. */
  section: optional(text()),
  /** `date`: the values are times. */
  hasTime: optional(exactly(true)),
  /** `string`: the text may have several lines. */
  isLong: optional(exactly(true)),
  /** The value is a list of texts; `type` and what else is said of values are those of its items. */
  isList: optional(exactly(true)),
  /** `string`: the text is JSON. */
  isJson: optional(exactly(true)),
  /** `string`: the value stands for a file. */
  file: optional(ref<FieldFile>(fieldFile)),
  /** `enum`: key → label. */
  enum: optional(record(text())),
  /** `number`: digits after the point at most. Missing: any. */
  decimals: optional(integer({ minimum: 0 })),
  /** `number`: shown without separators of thousands, as years are. */
  isUngrouped: optional(exactly(true)),
  /** `number`: the least value, as a plain decimal in the unit shown. */
  min: optional(text()),
  /** `number`: the greatest value. */
  max: optional(text()),
  /** Shown, but not sent: by its definition, or because the database computes it. */
  readOnly: optional(exactly(true)),
  /** The database or the definition has a value if none is sent. */
  hasDefault: optional(exactly(true)),
  /** The field applies only if each of these other fields has one of the values. */
  when: optional(
    record(list(scalar<string | number | boolean | null>('string', 'number', 'boolean', 'null'))),
  ),
});
/** A field of the form of a record. */
export interface RecordField extends Infer<typeof recordField> {}

export const recordForm = object({
  /** In the order of the form. */
  fields: list(ref<RecordField>(recordField)),
  /**
   * Field → value, as `EditValue`: the defaults of a new record, or those of the record. A time is in the user's zone, with its
   * offset. Fields without a value are missing in a new record.
   */
  values: record(editValue),
  /** Path that the values are sent to: by POST for a new record, otherwise by PATCH. */
  path: text({ minLength: 1 }),
  /** Identifier of the row; missing for a new record. */
  row: optional(scalar<string | number>('string', 'number')),
  /** Names the record; missing if nothing does. */
  name: optional(text()),
  /** Version of the record, to be sent as `version`, for tables that have one. */
  version: optional(scalar<string | number>('string', 'number')),
});
/** Response of a table's `create` and `edit` routes: the form of a record. */
export interface RecordForm extends Infer<typeof recordForm> {}

export const storePayload = object({
  /** Field → new value; null for none. */
  values: record(editValue),
  /** UUID of the change, the same when it is repeated: a repeated one writes nothing and has the same response. */
  requestId: optional(text({ format: 'uuid' })),
  /** Free values for the application's query, as in the data request. */
  params: orNothing(record(anything())),
  /** As in the data request. */
  locale: orNothing(text()),
});

/** Body of a table's `store` route: a new record. Fields that are missing get their defaults. */
export interface StorePayload extends Infer<typeof storePayload> {}

export const updatePayload = extended(storePayload, {
  /** Row identifier, as rows have it. */
  row: scalar<string | number>('string', 'number'),
  /** Values of the form as they were received. If one of the changed fields has another value now, the response is 409. */
  expected: optional(record(editValue)),
  /** `version` of the form, for tables that have one. If it is different now, the response is 409. */
  version: optional(scalar<string | number>('string', 'number')),
});
/** Body of a table's `update` route: the changed fields of a record. */
export interface UpdatePayload extends Infer<typeof updatePayload> {}

export const fileQuery = object({
  /** Name of the field. */
  field: text({ minLength: 1 }),
  /** Name of the file, as the user sees it. */
  name: text({ minLength: 1 }),
  /** Free values for the application's query, as in the data request. */
  params: orNothing(record(anything())),
  /** As in the data request. */
  locale: orNothing(text()),
});
/** Query of a table's `store.file` and `update.file` routes, whose body is the file. */
export interface FileQuery extends Infer<typeof fileQuery> {}

export const fileResponse = object({
  /** Value of the field, to be sent in `values` within a day. */
  value: text({ minLength: 1 }),
  /** The name that the file is stored under. */
  name: text({ minLength: 1 }),
  /** In bytes. */
  size: integer({ minimum: 1 }),
});
/** Response of a table's `store.file` and `update.file` routes. */
export interface FileResponse extends Infer<typeof fileResponse> {}

export const recordResponse = <Row = Record<string, unknown>>() =>
  object({
    /** Identifier of the row; null if it is not one of the table's rows. */
    dtRowId: scalar<string | number | null>('string', 'number', 'null'),
    /** The row as the data route returns it; null if it is not, or no longer, one of the table's rows. */
    row: nullable(open<Row>()),
    /** UUID of the change, to be sent as `undo` to undo it. Missing if it cannot be undone. */
    undo: undoId,
  });
/** Response of a table's `store` and `update` routes. */
export interface RecordResponse<Row = Record<string, unknown>>
  extends Infer<ReturnType<typeof recordResponse<Row>>> {}

/** Response 409 of a table's `update` route: another user has changed the record since it was read. */
export interface RecordConflict extends Problem {
  /** Field → its value now. */
  current: Record<string, EditValue>;
  /** Version of the record now, for tables that have one. */
  version?: string | number;
}

export const deletePayload = object({
  /** Version of the record, for tables that have one. If it is different now, the response is 409. */
  version: optional(scalar<string | number>('string', 'number')),
  /** UUID of the change, for the application. */
  requestId: optional(text({ format: 'uuid' })),
  /** Free values for the application's query, as in the data request. */
  params: orNothing(record(anything())),
  /** As in the data request. */
  locale: orNothing(text()),
});
/** Body of a table's `destroy` route, which may be missing. */
export interface DeletePayload extends Infer<typeof deletePayload> {}

export const deleteResponse = object({
  /** Text for the user. */
  message: text(),
  /** UUID of the change, to be sent as `undo` to undo it. Missing if it cannot be undone. */
  undo: undoId,
});
/** Response of a table's `destroy` route. */
export interface DeleteResponse extends Infer<typeof deleteResponse> {}

export const undoPayload = object({
  /** The `undo` of the response of the change. */
  undo: text({ format: 'uuid' }),
  /** Free values for the application's query, as in the data request. */
  params: orNothing(record(anything())),
  /** As in the data request. */
  locale: orNothing(text()),
});
/**
 * Body by which the user who made a change undoes it: sent to the path of the change, by DELETE to those of `edit`, `store` and
 * `update`, by POST to that of `destroy`.
 */
export interface UndoPayload extends Infer<typeof undoPayload> {}

export const undoResponse = <Row = Record<string, unknown>>() =>
  extended(recordResponse<Row>(), {
    /** Text for the user. */
    message: text(),
  });
/** Response of undoing: the row as it is then, and the `undo` that brings the change back. */
export interface UndoResponse<Row = Record<string, unknown>>
  extends Infer<ReturnType<typeof undoResponse<Row>>> {}
