import type { TableColumn, TableController, Translate } from '@rowhouse/table-client';
import type { EditValue, InitColumnEdit } from '@rowhouse/table-protocol';
import { readTypedNumber, typedDecimal } from './typedNumber.ts';

/** How a cell's value is entered. */
export type EditorKind = 'choice' | 'options' | 'number' | 'date' | 'time' | 'text';

export function editorKind({ edit, meta, dateFormat = '' }: TableColumn, draft: EditValue): EditorKind {
  switch (edit?.type) {
    case 'boolean':
    case 'enum':
      return 'choice';
    case 'select':
      return edit.path === undefined ? 'text' : 'options';
    case 'number':
      return 'number';
    case 'date': {
      const hasTime =
        draft === null ? meta.datetime && /[GHgh]/.test(dateFormat) : String(draft).includes('T');
      return hasTime ? 'time' : 'date';
    }
    default:
      return 'text';
  }
}

/** Key of the choice that empties a cell. */
export const noChoice = '';

/** What a cell with listed values can have, nothing included. */
export function choicesOf({ edit, enum: labels = {} }: TableColumn, translate: Translate) {
  const values =
    edit?.type === 'boolean'
      ? { true: translate('Yes'), false: translate('No') }
      : Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, translate(label)]));

  return [
    ...Object.entries(values).map(([key, label]) => ({ key, label })),
    { key: noChoice, label: translate('No value') },
  ];
}

/** The value as the field has it. */
export function fieldText(kind: EditorKind, draft: EditValue): string {
  if (draft === null) return '';

  return kind === 'number' ? typedDecimal(String(draft)) : String(draft);
}

type Read = { readonly value: EditValue } | { readonly fault: string };

/** The value of a field as the edit route takes it, or what is wrong with it. An empty field is no value. */
export function readField(kind: EditorKind, text: string, type: InitColumnEdit['type'] | undefined): Read {
  if (text === '' || (kind !== 'text' && text.trim() === '')) return { value: null };
  switch (kind) {
    case 'number': {
      const value = readTypedNumber(text);
      return value === undefined ? { fault: 'This is not a number.' } : { value };
    }
    case 'choice':
      return { value: type === 'boolean' ? text === 'true' : text };
    case 'time':
      // The browser leaves out seconds that are zero.
      return { value: text.length === 16 ? `${text}:00` : text };
    default:
      return { value: text };
  }
}

/** Midnight as the day, which columns of days take, too. */
export const sentValue = (kind: EditorKind, value: EditValue, draft: EditValue): EditValue =>
  kind === 'time' && value !== draft && typeof value === 'string' ? value.replace(/T00:00:00$/, '') : value;

/** The time zone of the user's dates, for a field with a time. */
export function zoneOf({ template }: Pick<TableController, 'template'>): string {
  return (template?.timeZone ?? '').replaceAll('_', ' ');
}
