import { tokenOf } from '@rowhouse/table-protocol/internal';
import type { TemplateColumn } from '../../../template/Template.ts';
import { removeUnprintable } from '../printableText.ts';

/** Letters of PHP formats that have an equivalent in number formats. */
const codes: Readonly<Record<string, string>> = {
  d: 'dd',
  j: 'd',
  D: 'ddd',
  l: 'dddd',
  m: 'mm',
  n: 'm',
  M: 'mmm',
  F: 'mmmm',
  Y: 'yyyy',
  y: 'yy',
  H: 'hh',
  G: 'h',
  h: 'hh',
  g: 'h',
  i: 'mm',
  s: 'ss',
  a: 'AM/PM',
  A: 'AM/PM',
};
/** English like PHP's names, regardless of the reader's language. */
const english = '[$-409]';
/** Maximum characters of a number format. */
const longest = 255;

/**
 * The number format equivalent to a PHP date format; null if there is none: for weeks, zones, ordinals, fractions of a
 * second, and text that number formats would interpret differently.
 */
export function dateFormat(pattern: string): string | null {
  const letters: string[] = [];
  let code = '';
  let text = '';

  for (const [token, escaped] of pattern.matchAll(/\\(.)|./gsu)) {
    if (escaped !== undefined || tokenOf(token) === undefined) {
      text += escaped ?? token;
    } else if (Object.hasOwn(codes, token)) {
      letters.push(token);
      code += literal(text) + codes[token];
      text = '';
    } else {
      return null;
    }
  }

  code += literal(text);

  if (!isUnderstood(letters) || code.length > longest - english.length) {
    return null;
  }

  return letters.some((letter) => 'DlMFaA'.includes(letter)) ? english + code : code;
}

function isUnderstood(letters: readonly string[]): boolean {
  const halves = letters.some((letter) => 'aA'.includes(letter));
  const isHour = (letter = '') => letter !== '' && 'HGhg'.includes(letter);

  return (
    letters.length > 0 &&
    // With AM/PM anywhere, all hours are of the 12-hour clock; otherwise of the 24-hour clock.
    letters.every((letter) => !isHour(letter) || 'hg'.includes(letter) === halves) &&
    // The same code means minutes after an hour or before a second, and months elsewhere.
    letters.every(
      (letter, place) =>
        !'imn'.includes(letter) ||
        (isHour(letters[place - 1]) || letters[place + 1] === 's') === (letter === 'i'),
    )
  );
}

function literal(text: string): string {
  return /^[-/., :]*$/.test(text) ? text.replace(/[-/., ]/g, '\\$&') : quoteLiteral(text);
}

/** Marks of direction, which are for pages. */
const marks = /[\u061c\u200e\u200f]/g;

/** Maximum decimals of a number format. */
const mostDecimals = 30;

/**
 * The number format of a template's `money` or `number`. Separators follow the reader's settings, since a file cannot
 * define them. The sign of negative numbers comes first.
 */
export function numberFormat(number: NonNullable<TemplateColumn['number']>): string {
  const { symbol, format, precision, thousand } = number;
  const digits = thousand === '' ? '0' : '#,##0';
  const value = precision > 0 ? `${digits}.${'0'.repeat(Math.min(precision, mostDecimals))}` : digits;
  // Split at the value first: the symbol may contain `%v` too.
  const around = format
    .replaceAll(marks, '')
    .split('%v')
    .map((part) => quoteLiteral(part.replaceAll('%s', () => symbol)));
  const code = around.length === 2 ? around.join(value) : value;

  return code.length > longest ? value : code;
}

/** Text that a number format shows as it is. */
function quoteLiteral(text: string): string {
  return removeUnprintable(text)
    .replace(/[\t\r\n]/g, ' ')
    .split('"')
    .map((part) => (part === '' ? '' : `"${part}"`))
    .join('\\"');
}
