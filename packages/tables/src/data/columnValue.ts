import type { FilterType } from '@rowhouse/table-protocol';
import { booleanOf } from '../format/booleanOf.ts';
import { decimalText, parseDecimal } from '../format/decimal.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';

/** Parses the text of a database value by its column type, as rows contain it; decimals stay exact text. */
export function columnValue(
  text: string | number | null | undefined,
  type: FilterType,
  kind: ColumnKind,
): string | number | boolean | null {
  if (text === null || text === undefined) return null;
  if (type === 'boolean') return booleanOf(text);
  if (type !== 'number' && kind !== 'integer') return String(text);

  const number = Number(text);
  if (Number.isSafeInteger(number) && String(number) === String(text)) return number;

  const decimal = parseDecimal(text);

  return decimal ? decimalText(decimal) : String(text);
}

/** Labels of an enumeration's keys; undefined if the column has none. */
export function labelOf(
  value: string | number | boolean | null,
  labels: Readonly<Record<string, string>> | undefined,
): string | null {
  if (value === null || typeof value === 'boolean') return null;
  const key = String(value);

  return labels && Object.hasOwn(labels, key) ? (labels[key] ?? key) : key;
}
