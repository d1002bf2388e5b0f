import type { TemplateColumn } from '../../../template/Template.ts';
import { quoteLiteral } from './quoteLiteral.ts';

/** Digits after the point that a number format may ask for. */
const mostDecimals = 30;
/** Characters of a number format. */
const longest = 255;

/**
 * The number format of a template's `money` or `number`. Separators are those of the reader's own settings: a file
 * cannot name others. Negative numbers get their sign in front of all.
 */
export function numberFormat(number: NonNullable<TemplateColumn['number']>): string {
  const { symbol, format, precision, thousand } = number;
  const digits = thousand === '' ? '0' : '#,##0';
  const value = precision > 0 ? `${digits}.${'0'.repeat(Math.min(precision, mostDecimals))}` : digits;
  // Split where the value goes first: the symbol may contain `%v` too.
  const around = format.split('%v').map((part) => quoteLiteral(part.replaceAll('%s', () => symbol)));
  const code = around.length === 2 ? around.join(value) : value;

  return code.length > longest ? value : code;
}
