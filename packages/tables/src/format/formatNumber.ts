import type { NumberFormat } from '@rowhouse/table-protocol';
import { decimalText, parseDecimal } from './decimal.ts';

/** How a language writes the digits of numbers. Defaults to groups of three, and `-`. */
export interface NumberNotation {
  readonly minus?: string;
  readonly grouping?: Grouping;
}

/** Digits of the last group, and of those before it; `least` digits are before the first separator. */
export interface Grouping {
  readonly last: number;
  readonly others: number;
  readonly least: number;
}

/** The complete number format of a column. */
export type ShownNumber = Readonly<Required<NumberFormat>> &
  NumberNotation & {
    /** The format of negative numbers, whose digits are `%v`; missing where the value has the sign. */
    readonly negative?: string;
    /** Set for formats in the manner of a language; the template may have set parts of them. */
    readonly locale?: string;
  };

const [zero, nine, point] = [48, 57, 46];
const plain = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/**
 * A number with separators and exactly `number.precision` digits after the decimal separator (half away from zero),
 * without the symbol: `-1,234.50`. A rounded zero has no sign. Takes numbers, bigints and decimal text; returns an
 * empty text for a missing value, and text that is not a number unchanged.
 */
export function formatNumber(value: unknown, number: ShownNumber): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    return '';
  }
  const text = typeof value === 'string' ? value.trim() : String(value);
  const end = endOfWhole(text, number.precision);
  if (end !== null) {
    const isNegative = text.startsWith('-');
    const digits = groupThousands(text.slice(isNegative ? 1 : 0, end), number.thousand, number.grouping);
    const whole = isNegative ? (number.minus ?? '-') + digits : digits;
    return number.precision === 0 ? whole : whole + number.decimal + text.slice(end + 1);
  }
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
  const split = digits.length - number.precision;
  const sign = match[1] === '-' && /[1-9]/.test(digits) ? (number.minus ?? '-') : '';
  const grouped = sign + groupThousands(digits.slice(0, split), number.thousand, number.grouping);
  return number.precision === 0 ? grouped : grouped + number.decimal + digits.slice(split);
}

/**
 * Where the whole part of a text ends that is written as databases write decimals, with the digits that are shown, so that
 * nothing is rounded: most cells, several times as fast. Null for other texts.
 */
function endOfWhole(text: string, precision: number): number | null {
  const start = text.startsWith('-') ? 1 : 0;
  const end = precision === 0 ? text.length : text.length - precision - 1;
  // A zero has no sign, and other numbers do not begin with one.
  if (end <= start || (text.charCodeAt(start) === zero && (start > 0 || end > 1))) return null;

  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (at === end ? code !== point : code < zero || code > nine) return null;
  }

  return end;
}

/** All digits without the point, of which `precision` come after it; at least one before it. */
function roundedDigits(whole: string, fraction: string, precision: number): string {
  const retained = (whole || '0') + fraction.slice(0, precision).padEnd(precision, '0');
  if (fraction.length <= precision || fraction.charCodeAt(precision) < 53 /* '5' */) {
    return retained;
  }
  // Up to 15 digits a number is exact, and much faster than BigInt.
  const next = retained.length <= 15 ? String(Number(retained) + 1) : String(BigInt(retained) + 1n);
  return next.padStart(retained.length, '0');
}

function withoutExponent(text: string): string {
  const decimal = parseDecimal(text);
  return decimal ? decimalText(decimal) : text;
}

const thousands: Grouping = { last: 3, others: 3, least: 1 };

/** `1234567` → `1,234,567`; digits only, without a sign. */
export function groupThousands(
  digits: string,
  separator: string,
  { last, others, least }: Grouping = thousands,
): string {
  if (digits.length < last + least) return digits;
  let text = '';
  let end = digits.length;

  for (let size = last; end > size; size = others) {
    text = separator + digits.slice(end - size, end) + text;
    end -= size;
  }

  return digits.slice(0, end) + text;
}
