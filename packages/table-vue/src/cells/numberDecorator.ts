import type { InitNumber } from '@rowhouse/table-protocol';
import { numberText } from '../numberText.ts';

/** A number as the server formats it with the default separators, and no more decimals than Intl keeps. */
const defaultFormat = /^-?\d{1,3}(,\d{3})*(\.\d{1,20})?$/;

/**
 * Puts a column's symbol round numbers that the server has formatted. Where the template keeps the default separators,
 * they become those of the page's language, as in the footer: `1,234.50` is `1.234,50` on a German page. Separators that
 * the template sets stay. An empty text stays empty, and so does text that is no number.
 */
export function numberDecorator({ symbol, template, decimal, thousand }: InitNumber) {
  // Split where the value goes first: the symbol may contain `%v` too.
  const pieces = template.split('%v').map((piece) => piece.replaceAll('%s', () => symbol));
  const isDefault = decimal === '.' && thousand === ',';
  const localized = (text: string) =>
    isDefault && defaultFormat.test(text) ? numberText(text.replaceAll(',', '')) : text;

  return (text: string): string => (text === '' ? '' : pieces.join(localized(text)));
}
