/** Beyond this no column has digits; the server takes 40 characters. */
const wholeLimit = 28;
const fractionLimit = 10;

/**
 * A number as a person types it, as plain decimal text: exact, never a binary float. `.` or a decimal comma; undefined
 * when it is no number or could be read in two ways (`1,234`).
 */
export function decimalText(typed: string): string | undefined {
  const text = typed.trim().replace(/^[−–]/, '-').replace(/^\+/, '');
  const [, sign = '', whole = '', separator = '', fraction = ''] = /^(-?)(\d*)([.,]?)(\d*)$/.exec(text) ?? [];

  if (whole + fraction === '' || (separator === ',' && fraction.length === 3)) {
    return undefined;
  }

  const digits = whole.replace(/^0+(?=\d)/, '') || '0';

  return digits.length > wholeLimit || fraction.length > fractionLimit
    ? undefined
    : `${sign}${digits}${fraction && `.${fraction}`}`;
}

/** Whether the decimal text `a` is above `b`. */
export function isAbove(a: string, b: string): boolean {
  const places = Math.max(fractionOf(a).length, fractionOf(b).length);
  const scaled = (text: string) =>
    BigInt(text.replace('.', '') + '0'.repeat(places - fractionOf(text).length));

  return scaled(a) > scaled(b);
}

function fractionOf(text: string): string {
  return text.split('.')[1] ?? '';
}
