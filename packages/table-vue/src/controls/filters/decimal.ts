import { plainDecimal, specialNumber } from '@rowhouse/table-protocol/internal';

/** Converts Arabic digits and separators of a typed text to English ones. */
export function plainDigits(typed: string): string {
  return typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',');
}

/**
 * A typed number as exact decimal text, without exponent. `.` and `,` are accepted as the decimal separator; undefined for
 * anything that is not a number or is ambiguous (`1,234`).
 */
export function decimalText(typed: string): string | undefined {
  const text = plainDigits(typed.trim()).replace(/^[−–]/, '-').replace(/^\+/, '');
  const [, sign = '', whole = '', separator = '', fraction = '', exponent = ''] =
    /^(-?)(\d*)([.,]?)(\d*)((?:e[+-]?\d{1,4})?)$/i.exec(text) ?? [];

  if (whole + fraction === '' || (separator === ',' && fraction.length === 3)) {
    return undefined;
  }

  const digits = whole.replace(/^0+(?=\d)/, '') || '0';

  return plainDecimal(`${sign}${digits}${fraction && `.${fraction}`}${exponent}`) ?? undefined;
}

/** The same for a value that a column may have: also `NaN`, `Infinity` and `-Infinity`. */
export function numberText(typed: string): string | undefined {
  return specialNumber(typed.trim().replace(/^[−–]/, '-')) ?? decimalText(typed);
}
