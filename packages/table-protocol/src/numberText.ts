import { longestValue } from './constants.ts';

const number = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/i;

/**
 * A number as digits without an exponent: `1.5e-7` is `0.00000015`, and `12.50` stays. Null for other texts, and for a
 * number of more than `longestValue` characters.
 */
export function plainDecimal(text: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent] = number.exec(text) ?? [];
  if (whole === '') return null;
  const decimal = exponent === undefined ? text : shifted(sign, whole, fraction, Number(exponent));

  return decimal !== null && decimal.length <= longestValue ? decimal : null;
}

function shifted(sign: string, whole: string, fraction: string, exponent: number): string | null {
  if (Math.abs(exponent) > longestValue) return null;
  const point = whole.length + exponent;
  const digits = '0'.repeat(Math.max(0, 1 - point)) + whole + fraction;
  const at = Math.max(1, point);
  const first = digits
    .slice(0, at)
    .padEnd(at, '0')
    .replace(/^0+(?=\d)/, '');
  const decimals = digits.slice(at);

  return `${sign}${first}${decimals && `.${decimals}`}`;
}

/**
 * `NaN`, `Infinity` or `-Infinity`, which columns of numbers may have besides decimals, from any spelling that people use;
 * null for other texts.
 */
export function specialNumber(text: string): 'NaN' | 'Infinity' | '-Infinity' | null {
  if (/^nan$/i.test(text)) return 'NaN';
  const [, sign] = /^([+-]?)(?:inf(?:inity)?|∞)$/i.exec(text) ?? [];

  return sign === undefined ? null : sign === '-' ? '-Infinity' : 'Infinity';
}
