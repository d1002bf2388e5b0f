import type { TableColumn, TableController, Translate } from '@rowhouse/table-client';
import { missingValue } from '@rowhouse/table-client/internal';
import type { InitColumnEdit } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import { readTypedNumber, typedDecimal } from './typedNumber.ts';

/** The kind of input for a cell's value. */
export type EditorKind = 'choice' | 'options' | 'number' | 'date' | 'time' | 'text';

/** `hasTime`: whether dates have a time. */
export function editorKind(edit: InitColumnEdit | undefined, hasTime: () => boolean): EditorKind {
  switch (edit?.type) {
    case 'boolean':
    case 'enum':
      return 'choice';
    case 'select':
      return edit.path === undefined ? 'text' : 'options';
    case 'number':
      return 'number';
    case 'date':
      return hasTime() ? 'time' : 'date';
    default:
      return 'text';
  }
}

/** The kind of input for a cell. Whether an empty one has a time is known by the column only. */
export function cellEditorKind({ edit, meta, dateFormat = '' }: TableColumn, draft: EditValue): EditorKind {
  return editorKind(edit, () =>
    draft === null ? meta.datetime && /[GHgh]/.test(dateFormat) : String(draft).includes('T'),
  );
}

/** Key of the choice for an empty cell. */
export const noChoice = '';

/** The choices for a cell with listed values, including none if it may be empty. */
export function choicesOf(
  { edit, enum: labels = {} }: Pick<TableColumn, 'edit' | 'enum'>,
  translate: Translate,
) {
  const values =
    edit?.type === 'boolean'
      ? { true: translate('Yes'), false: translate('No') }
      : Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, translate(label)]));

  return [
    ...Object.entries(values).map(([key, label]) => ({ key, label })),
    ...(edit?.required ? [] : [{ key: noChoice, label: translate('No value') }]),
  ];
}

/** The value in the field's format. */
export function fieldText(kind: EditorKind, draft: EditValue): string {
  if (draft === null) return '';

  return kind === 'number' ? typedDecimal(String(draft)) : String(draft);
}

export type Read = { readonly value: EditValue } | { readonly fault: string };

/** Asks for a value that cannot be missing. */
const missing: Readonly<Record<EditorKind, string>> = {
  ...missingValue,
  options: missingValue.choice,
  time: missingValue.date,
};

/** The value of a field for the edit route, or its fault. An empty field is no value; `draft` is the present one. */
export function readField(
  kind: EditorKind,
  text: string,
  draft: EditValue,
  { type, required }: Partial<InitColumnEdit> = {},
): Read {
  if (text === '' || (kind !== 'text' && text.trim() === '')) {
    if (!required) return { value: null };

    // An empty cell stays as it is.
    return draft === null || draft === '' ? { value: draft } : { fault: missing[kind] };
  }
  switch (kind) {
    case 'number': {
      // Such as NaN, which the database has.
      if (text === fieldText(kind, draft)) return { value: draft };
      const value = readTypedNumber(text);
      return value === undefined ? { fault: 'This is not a number.' } : { value };
    }
    case 'choice':
      return { value: type === 'boolean' ? text === 'true' : text };
    case 'time':
      // The browser omits seconds that are zero.
      return { value: text.length === 16 ? `${text}:00` : text };
    default:
      return { value: text };
  }
}

/** Midnight as a day, which columns of days also accept. */
export const sentValue = (kind: EditorKind, value: EditValue, draft: EditValue): EditValue =>
  kind === 'time' && value !== draft && typeof value === 'string' ? value.replace(/T00:00:00$/, '') : value;

/** The time zone of the user's dates, for a field with a time. */
export function zoneOf({ template }: Pick<TableController, 'template'>): string {
  return (template?.timeZone ?? '').replaceAll('_', ' ');
}
