import type { RecordField } from '@rowhouse/table-protocol';
import { type EditValue, plainDecimal } from '@rowhouse/table-protocol/internal';
import { fractionOf, isAbove } from '../language/decimals.ts';
import { numberText } from '../language/numberText.ts';
import type { Translate } from '../language/translator.ts';

/** Requests a value that cannot be missing, by the kind of the field. */
export const missingValue = {
  choice: 'Choose something first.',
  number: 'Type a number.',
  date: 'Choose a day.',
  text: 'Type a text.',
  file: 'Choose a file.',
} as const;

/** Why a value is refused, as far as the form's message says it; null if it does not. Only the server checks the rest. */
export function fieldFault(field: RecordField, value: EditValue, translate: Translate): string | null {
  if (value === null || value === '') return field.required ? translate(missingValue[kindOf(field)]) : null;
  if (field.isList) return typeof value === 'object' ? itemFault(field, value, translate) : null;
  switch (field.type) {
    case 'number':
      return numberFault(field, value, translate);
    case 'enum':
      return field.enum && !Object.hasOwn(field.enum, String(value))
        ? translate('Choose something from the list.')
        : null;
    case 'string':
      return textFault(field, String(value), translate);
    default:
      return null;
  }
}

/** The fault of the first item that has one. An item may be an empty text, but not an empty number. */
function itemFault(
  field: RecordField,
  items: readonly (string | null)[],
  translate: Translate,
): string | null {
  const item: RecordField = { ...field, isList: undefined, required: undefined };
  for (const [index, value] of items.entries()) {
    const isMissing = value === '' && field.type !== 'string';
    const fault = isMissing ? translate(missingValue[kindOf(field)]) : fieldFault(item, value, translate);
    if (fault !== null) return translate('Item {number}: {fault}', { number: index + 1, fault });
  }

  return null;
}

function kindOf({ type, file }: RecordField): keyof typeof missingValue {
  if (file) return 'file';
  switch (type) {
    case 'number':
    case 'date':
      return type;
    case 'string':
      return 'text';
    default:
      return 'choice';
  }
}

function textFault({ maxLength }: RecordField, { length }: string, translate: Translate): string | null {
  return maxLength !== undefined && length > maxLength
    ? translate('The text has {length} characters. Shorten it to {most}.', { length, most: maxLength })
    : null;
}

function numberFault(
  { decimals, min, max, isUngrouped }: RecordField,
  value: EditValue,
  translate: Translate,
): string | null {
  const plain = plainDecimal(String(value));
  if (plain === null) return translate('This is not a number.');
  const fraction = fractionOf(plain).replace(/0+$/, '');
  if (decimals !== undefined && fraction.length > decimals) {
    return decimals === 0
      ? translate('Type a whole number.')
      : translate('Too many digits after the point. The most is {decimals}.', { decimals });
  }
  const shown = (bound: string) => (isUngrouped ? bound : numberText(bound));
  const isBelow = min !== undefined && isAbove(min, plain);
  const isBeyond = max !== undefined && isAbove(plain, max);
  if (!isBelow && !isBeyond) return null;
  if (min !== undefined && max !== undefined)
    return translate('Type a number from {min} to {max}.', { min: shown(min), max: shown(max) });

  return isBelow
    ? translate('The least value is {min}.', { min: shown(min) })
    : translate('The greatest value is {max}.', { max: shown(max ?? '') });
}
