import type { NumberFormat } from '@rowhouse/table-protocol';
import { decimalText, parseDecimal } from './decimal.ts';

const plain = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/**
 * A number with separators and exactly `number.precision` digits after the decimal separator (half away from zero),
 * without the symbol: `-1,234.50`. A rounded zero has no sign. Takes numbers, bigints and decimal text; returns an
 * empty text for a missing value, and text that is not a number unchanged.
 */
export function formatNumber(value: unknown, number: Required<NumberFormat>): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    return '';
  }
  const text = typeof value === 'string' ? value.trim() : String(value);
  const match = plain.exec(text) ?? plain.exec(withoutExponent(text));
  if (!match) {
    return text;
  }
  const whole = match[2]!.replace(/^0+(?=\d)/, '');
  const fraction = match[3] ?? '';
  if (whole + fraction === '') {
    return text;
  }
  const digits = roundedDigits(whole, fraction, number.precision);
  const point = digits.length - number.precision;
  const sign = match[1] === '-' && /[1-9]/.test(digits) ? '-' : '';
  const grouped = sign + groupThousands(digits.slice(0, point), number.thousand);
  return number.precision === 0 ? grouped : grouped + number.decimal + digits.slice(point);
}

/** All digits without the point, of which `precision` come after it; at least one before it. */
function roundedDigits(whole: string, fraction: string, precision: number): string {
  const kept = (whole || '0') + fraction.slice(0, precision).padEnd(precision, '0');
  if (fraction.length <= precision || fraction.charCodeAt(precision) < 53 /* '5' */) {
    return kept;
  }
  // Up to 15 digits a number is exact, and much faster than BigInt.
  const next = kept.length <= 15 ? String(Number(kept) + 1) : String(BigInt(kept) + 1n);
  return next.padStart(kept.length, '0');
}

function withoutExponent(text: string): string {
  const decimal = parseDecimal(text);
  return decimal ? decimalText(decimal) : text;
}

/** `1234567` → `1,234,567`; digits only, without a sign. */
export function groupThousands(digits: string, separator: string): string {
  let text = '';
  let end = digits.length;

  for (; end > 3; end -= 3) {
    text = separator + digits.slice(end - 3, end) + text;
  }

  return digits.slice(0, end) + text;
}
