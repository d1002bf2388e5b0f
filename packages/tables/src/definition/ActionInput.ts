import type { InputType } from '../template/inputSchema.ts';
import type { EditedValue } from './TableEdit.ts';
import type { RecordField } from './TableRecords.ts';

/**
 * A field of the input of an action. Its type, choices and rules are those of a column: `column`, otherwise the one that
 * `update` sets from the field, otherwise the one of that name of the table that the row identifier is from, if it exists.
 */
export interface ActionInputField
  extends Pick<
    RecordField,
    | 'column'
    | 'label'
    | 'help'
    | 'section'
    | 'default'
    | 'when'
    | 'permission'
    | 'enum'
    | 'references'
    | 'schema'
  > {
  /**
   * Type of a field that belongs to no column: `date` is a day, `datetime` an instant. Defaults to `string`, or `enum` for a field
   * with `enum`, if there is no column of its name.
   */
  readonly type?: InputType;
  /** Whether a value is required. Defaults to true if the column cannot be empty and the field has no `default`. */
  readonly required?: boolean;
}

/**
 * Field → value in the form of `EditChange.value`. A field that was not sent, has no default, does not apply, or does not exist for
 * the user is missing.
 */
export type ActionInput = Readonly<Record<string, EditedValue>>;
