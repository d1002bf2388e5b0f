import { booleanOf } from '../format/booleanOf.ts';
import { parseDecimal } from '../format/decimal.ts';
import { readDate, type StoredDates } from '../rows/readDate.ts';
import type { EditTarget } from './EditTarget.ts';
import type { EditedValue } from './parseEditValue.ts';

/** Whether a column already has the value; `current` is the value from the driver. */
export function isSameValue(
  current: unknown,
  value: EditedValue,
  { type }: Pick<EditTarget, 'type'>,
  stored: StoredDates,
): boolean {
  if (current === null || current === undefined || value === null) return (current ?? null) === value;
  if (typeof value === 'boolean') return booleanOf(current) === value;

  switch (type) {
    case 'number':
      return isSameNumber(current, value);
    case 'date':
      return isSameDate(current, value, stored);
    default:
      return String(current) === value;
  }
}

function isSameNumber(current: unknown, value: string): boolean {
  const [a, b] = [parseDecimal(current), parseDecimal(value)];
  if (a === null || b === null) return false;
  const scale = Math.max(a.scale, b.scale);

  return a.units * 10n ** BigInt(scale - a.scale) === b.units * 10n ** BigInt(scale - b.scale);
}

function isSameDate(current: unknown, value: string, stored: StoredDates): boolean {
  const date = readDate(current, stored);
  if (date === null || date === undefined || typeof date === 'string') return false;
  if (date instanceof Date) return date.getTime() === Date.parse(value);
  const day = [
    String(date.year).padStart(4, '0'),
    ...[date.month, date.day].map((part) => String(part).padStart(2, '0')),
  ];

  return day.join('-') === value;
}
