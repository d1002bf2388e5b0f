import type { RecordField } from '@rowhouse/table-protocol';
import { type EditValue, plainDecimal } from '@rowhouse/table-protocol/internal';
import type { FormValues } from './RecordFormState.ts';

/** The values of a form, entered and received. */
export interface FormState {
  readonly fields: readonly RecordField[];
  readonly values: FormValues;
  readonly original: FormValues;
  readonly isNew: boolean;
}

export const valueIn = (values: FormValues, name: string): EditValue =>
  Object.hasOwn(values, name) ? (values[name] ?? null) : null;

/** Whether two values of a field are the same for the server. */
export function isSame({ type, isList }: RecordField, a: EditValue, b: EditValue): boolean {
  if (isList) return JSON.stringify(a) === JSON.stringify(b);

  return a === b || (type === 'number' && a !== null && b !== null && plainNumber(a) === plainNumber(b));
}

/** Equal for equal numbers; a text that is no number stays as it is. */
function plainNumber(value: EditValue): string {
  const plain = plainDecimal(String(value)) ?? String(value);
  const text = plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;

  return text === '-0' ? '0' : text;
}

/** The fields that apply to the record with the entered values. */
export function applyingFields(state: FormState): RecordField[] {
  return state.fields.filter((field) => applies(field, state, new Set([field.name])));
}

/** The value with which a field is saved: none if the field does not apply since a value on which it depends has changed. */
export function savedValue(
  field: RecordField,
  state: FormState,
  above: ReadonlySet<string> = new Set(),
): EditValue {
  const { values, original, isNew } = state;
  const path = new Set(above).add(field.name);
  if (applies(field, state, path)) return valueIn(values, field.name);
  const isChanged = Object.keys(field.when ?? {}).some((name) => hasChanged(name, state, path));

  return isNew || isChanged ? null : valueIn(original, field.name);
}

/** `path` are the fields whose conditions are being evaluated. */
function applies({ when = {} }: RecordField, state: FormState, path: ReadonlySet<string>): boolean {
  return Object.entries(when).every(([other, wanted]) => {
    const value = currentValue(other, state, path);

    return wanted.some((one) =>
      one === null || value === null ? one === value : String(one) === String(value),
    );
  });
}

function hasChanged(name: string, state: FormState, path: ReadonlySet<string>): boolean {
  const field = fieldOf(state, name);

  return (
    field !== undefined && !isSame(field, currentValue(name, state, path), valueIn(state.original, name))
  );
}

/** Conditions may depend on fields with conditions; `path` ends a circle. */
function currentValue(name: string, state: FormState, path: ReadonlySet<string>): EditValue {
  const field = fieldOf(state, name);

  return field && !path.has(name) ? savedValue(field, state, path) : valueIn(state.values, name);
}

const fieldOf = ({ fields }: FormState, name: string) => fields.find((field) => field.name === name);

/** What is different from the values that were received. */
export function changedValues(state: FormState): FormValues {
  return entriesOf(state, (field, value) => !isSame(field, value, valueIn(state.original, field.name)));
}

/** What is sent: the changed fields of a record; of a new one, all that have a value or have had one. */
export function sentValues(state: FormState): FormValues {
  if (!state.isNew) return changedValues(state);

  return entriesOf(state, ({ name }, value) => value !== null || valueIn(state.original, name) !== null);
}

function entriesOf(
  state: FormState,
  isWanted: (field: RecordField, value: EditValue) => boolean,
): FormValues {
  return Object.fromEntries(
    state.fields.flatMap((field): [string, EditValue][] => {
      const value = savedValue(field, state);

      return !field.readOnly && isWanted(field, value) ? [[field.name, value]] : [];
    }),
  );
}
