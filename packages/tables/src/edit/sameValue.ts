import { isSameJson } from '@rowhouse/table-protocol/internal';
import type { EditedValue } from '../definition/TableEdit.ts';
import { booleanOf } from '../format/booleanOf.ts';
import { parseDecimal } from '../format/decimal.ts';
import type { JsonForm, ListForm } from '../query/StoredForm.ts';
import { readDate, type StoredDates } from '../rows/readDate.ts';
import type { EditTarget } from './EditTarget.ts';
import { storedItems } from './editValue.ts';

type Compared = Pick<EditTarget, 'type' | 'form'>;

export interface ComparedValues extends StoredDates {
  /** Whether the value was written just now, so that only what the database has changed is a difference. Defaults to false. */
  readonly isRounded?: boolean;
}

/** Whether databases may store a value with fewer digits, without an error. */
export function mayBeRounded({ type, form }: Compared): boolean {
  return type === 'number' || form?.kind === 'json';
}

/** Whether a column already has the value; `current` is the value from the driver. */
export function isSameValue(
  current: unknown,
  value: EditedValue,
  target: Compared,
  stored: ComparedValues,
): boolean {
  if (current === null || current === undefined || value === null) return (current ?? null) === value;
  const { type, form } = target;
  if (typeof value === 'boolean') return booleanOf(current) === value;
  if (form?.kind === 'list') return isSameList(current, value, form, type);
  if (typeof value !== 'string') return false;
  if (form?.kind === 'json') return isStoredJson(current, value, form, stored.isRounded);

  switch (type) {
    case 'number':
      return isSameNumber(current, value);
    case 'date':
      return isSameDate(current, value, stored);
    default:
      return String(current) === value;
  }
}

function isSameList(
  current: unknown,
  value: string | readonly (string | null)[],
  form: ListForm,
  type: Compared['type'],
): boolean {
  const items = storedItems(current, form);
  if (typeof items === 'string' || typeof value === 'string') return items === value;
  const [now, next] = form.isOrdered ? [items, value] : [ordered(items), ordered(value)];

  return (
    now.length === next.length &&
    now.every((item, index) => {
      const other = next[index] ?? null;
      if (item === null || other === null) return item === other;

      return item === other || (type === 'number' && isSameNumber(item, other));
    })
  );
}

/** Each item once. */
function ordered(items: readonly (string | null)[]): (string | null)[] {
  return [...new Set(items)].sort();
}

function isStoredJson(current: unknown, value: string, { keepsText }: JsonForm, isRounded = false): boolean {
  const now = typeof current === 'string' ? current : JSON.stringify(current);

  return isSameJson(now, value, { keepsOrder: keepsText && !isRounded, keepsDigits: !isRounded });
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
