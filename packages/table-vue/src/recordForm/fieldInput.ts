import type { Translate } from '@rowhouse/table-client';
import { type FilterChoice, numberText, plainText } from '@rowhouse/table-client/internal';
import type { RecordField } from '@rowhouse/table-protocol';
import { type EditValue, plainDecimal, readFileValue } from '@rowhouse/table-protocol/internal';
import { choicesOf, type EditorKind, editorKind, fieldText, readField } from '../grid/editing/editorDraft.ts';

export type FieldKind = EditorKind | 'list' | 'json' | 'file';

/** A list that the form cannot show as one, such as a list of lists, is a text in the format of the database. */
export function kindOf(field: RecordField, value: EditValue = null): FieldKind {
  if (field.file) return 'file';
  if (field.isList) return typeof value === 'string' ? 'text' : 'list';

  return field.isJson ? 'json' : itemKind(field);
}

const itemKind = (field: RecordField): EditorKind => editorKind(field, () => field.hasTime === true);

/** The choices of a list, including none if the field may be empty or is empty now. */
export function fieldChoices(field: RecordField, value: EditValue, translate: Translate) {
  const choices = choicesOf({ edit: field, enum: field.enum }, translate);
  const hasNone = choices.some(({ key }) => key === '');

  return hasNone || value !== null ? choices : [{ key: '', label: translate('Choose…') }, ...choices];
}

/** A value in the format of its input. A time is that of its zone, without the offset. */
export function inputText(field: RecordField, value: EditValue): string {
  const kind = itemKind(field);

  return kind === 'time' ? localTime(fieldText(kind, value)) : fieldText(kind, value);
}

function localTime(time: string): string {
  return time.replace(/(?:Z|[+-]\d\d:?\d\d)$/, '').replace(/\.0+$/, '');
}

/** The value of an input. A text that is no value stays a text, of which the form says what is wrong. */
export function inputValue(field: RecordField, text: string, original: EditValue): EditValue {
  // Keeps the offset, which says which of two equal times it is.
  if (original !== null && withSeconds(text, itemKind(field)) === inputText(field, original)) return original;
  if (field.isList) return text;
  const read = readField(itemKind(field), text, original, { type: field.type });

  return 'fault' in read ? text : read.value;
}

/** An item of a list from its input. */
export function listIn(field: RecordField, text: string): string {
  const value = inputValue({ ...field, isList: undefined }, text, null);

  return typeof value === 'string' ? value : text;
}

/** The browser omits seconds that are zero. */
function withSeconds(text: string, kind: EditorKind): string {
  return kind === 'time' && text.length === 16 ? `${text}:00` : text;
}

/** A value for people; `nameOf` is the name of an option. */
export function shownValue(
  field: RecordField,
  value: EditValue,
  translate: Translate,
  nameOf: (value: string | number) => string = String,
): string {
  if (value === null || value === '') return translate('empty');
  if (typeof value === 'object') return shownList(field, value, translate);
  switch (kindOf(field, value)) {
    case 'choice':
      return (
        fieldChoices(field, value, translate).find(({ key }) => key === String(value))?.label ?? String(value)
      );
    case 'options':
      return nameOf(typeof value === 'number' ? value : String(value));
    case 'file':
      return readFileValue(value)?.name ?? String(value);
    case 'number':
      return field.isUngrouped || plainDecimal(String(value)) === null
        ? String(value)
        : numberText(String(value));
    case 'date':
    case 'time':
      return shownTime(String(value));
    default:
      return String(value);
  }
}

/** The labels of the items; a list that would look like another is shown as JSON. */
function shownList(field: RecordField, items: readonly (string | null)[], translate: Translate): string {
  const labels = field.type === 'enum' ? (field.enum ?? {}) : {};

  const labelOf = (item: string) => (Object.hasOwn(labels, item) ? translate(labels[item] ?? item) : item);

  return plainText(items.map((item) => (item === null ? null : labelOf(item))));
}

/** In the format of the page's language, without a conversion to another zone. */
function shownTime(value: string): string {
  const [day = '', time] = localTime(value).split('T');
  const date = new Date(`${day}T${time ?? '00:00:00'}Z`);
  if (Number.isNaN(date.getTime())) return value;
  const language = document.documentElement.lang || undefined;

  return date.toLocaleString(language, {
    timeZone: 'UTC',
    dateStyle: 'medium',
    ...(time !== undefined && { timeStyle: 'medium' }),
  });
}

/** The options of a field, with those of another table by their names; `row` comes first. */
export function optionsOf(field: RecordField, row: string | number | null): FilterChoice {
  const { name, label, path, names } = field;

  return { label, name, data: '', type: 'select', ...(path && { path }), ...(names && { names: { row } }) };
}

/** Why an input that the browser cannot read is no value. */
export const incomplete = 'This is not a complete date.';
