import { editValue } from './editing.ts';
import { type RecordField, recordField } from './records.ts';
import {
  anything,
  count,
  type Infer,
  list,
  object,
  optional,
  record,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

export const actionForm = object({
  /** What the action asks for, in the order of the form. */
  fields: list(ref<RecordField>(recordField)),
  /** Field → its default, as `EditValue`; missing without one. */
  values: record(editValue),
});
/** Response of the `form` route of an action that has an input. */
export interface ActionForm extends Infer<typeof actionForm> {}

export const previewRow = object({
  /** The identifier of the row. */
  dtRowId: scalar<string | number>('string', 'number'),
  /** Names the row; missing if nothing does. */
  name: optional(text()),
  /** Column → its value now, as in a row of the data route. */
  before: record(anything()),
  /** Column → its value after the action. The same as before for a row that the action refuses or leaves as it is. */
  after: record(anything()),
  /** Why the action will refuse the row. */
  refused: optional(text()),
});
/** A row of a preview. */
export interface PreviewRow extends Infer<typeof previewRow> {}

export const actionPreview = object({
  /** Rows that the action is for. */
  count: count(),
  /** For an action that sets columns: how many of these rows it will refuse. */
  refused: optional(count()),
  /** For an action that sets columns: names of those of the table's columns that show what is set. */
  columns: optional(list(text())),
  /** For an action that sets columns: the first rows, in their order. */
  rows: optional(list(ref<PreviewRow>(previewRow))),
});
/** Response of the `preview` route of an action. Nothing has been changed. */
export interface ActionPreview extends Infer<typeof actionPreview> {}
