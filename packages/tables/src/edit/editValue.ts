import { createDateFormatter } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import { booleanOf } from '../format/booleanOf.ts';
import { decimalText, parseDecimal, shiftDecimal } from '../format/decimal.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { ListForm, ListItems } from '../query/StoredForm.ts';
import { readDate } from '../rows/readDate.ts';
import type { EditTarget } from './EditTarget.ts';

/** A stored value, from the driver, as clients send it. */
export function editValue(
  value: unknown,
  { type, kind, column, form }: Pick<EditTarget, 'type' | 'kind' | 'column' | 'form'>,
  {
    catalogue,
    context,
  }: {
    readonly catalogue: Pick<TableQuery['catalogue'], 'datesAreUtc'>;
    readonly context: Pick<TableQuery['context'], 'timeZone'>;
  },
): EditValue {
  if (value === null || value === undefined) return null;
  if (form?.kind === 'list') {
    const items = storedItems(value, form);
    if (typeof items === 'string' || type !== 'number') return items;

    return items.map((item) => item && shownNumber(item, column.meta.cents));
  }
  switch (type) {
    case 'boolean':
      return booleanOf(value) ?? null;
    case 'number':
      return shownNumber(String(value), column.meta.cents);
    case 'date': {
      const date = readDate(value, { kind, datesAreUtc: catalogue.datesAreUtc });
      if (date instanceof Date) return zonedText(date, context.timeZone);
      if (typeof date !== 'object' || date === null) return date ?? String(value);

      return [
        String(date.year).padStart(4, '0'),
        ...[date.month, date.day].map((part) => String(part).padStart(2, '0')),
      ].join('-');
    }
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

/** The items of a stored list; the text of a value that is no plain list, such as one of lists. */
export function storedItems(value: unknown, form: ListForm): ListItems | string {
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => item === null || typeof item !== 'object');

    return isPlain ? value.map((item) => (item === null ? null : String(item))) : JSON.stringify(value);
  }
  const text = String(value);

  return form.read(text) ?? text;
}

/** `2026-10-25T02:30:00.000+01:00`: the time of the zone, and which of two equal ones it is. */
function zonedText(instant: Date, timeZone: string): string {
  return createDateFormatter('Y-m-d\\TH:i:s.vP', timeZone).formatInstant(instant);
}

/** A stored number in the unit shown, equal for equal numbers: without zeros at its end. */
export function shownNumber(stored: string, isCents: boolean): string {
  const decimal = parseDecimal(stored);
  if (decimal === null) return stored;
  const text = decimalText(isCents ? shiftDecimal(decimal, -2) : decimal);

  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
