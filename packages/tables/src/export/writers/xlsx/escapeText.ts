import { cutText, removeUnprintable } from '../printableText.ts';

/** UTF-16 units that a cell may hold. */
const longest = 32_767;
/** Anything but what is written as it is. */
const special = /[^ !-%'-;=?-\ud7ff\ue000-\ufffd]|_x/;
/** What takes more than the escapes of XML. */
const odd = /[^\t\n -\ud7ff\ue000-\ufffd]|_x/;
/** Spreadsheets read `_x000D_` as a carriage return: an underscore that would begin such an escape is escaped itself. */
const escapeLike = /_(?=x[\dA-Fa-f]{4}[_\r])/g;

/** A text as character data of SpreadsheetML, without what XML cannot carry, and cut where a cell is full. */
export function escapeText(text: string): string {
  if (text.length <= longest && !special.test(text)) {
    return text;
  }

  let escaped = cutText(odd.test(text) ? removeUnprintable(text) : text, longest);

  if (odd.test(escaped)) escaped = escaped.replace(escapeLike, '_x005F_').replaceAll('\r', '_x000D_');
  // Looking first is faster than replacing nothing.
  if (escaped.includes('&')) escaped = escaped.replaceAll('&', '&amp;');
  if (escaped.includes('<')) escaped = escaped.replaceAll('<', '&lt;');
  if (escaped.includes('>')) escaped = escaped.replaceAll('>', '&gt;');

  return escaped;
}

/** A text between the double quotes of an attribute. */
export function escapeAttribute(text: string): string {
  return escapeText(text.replace(/[\t\r\n]/g, ' ')).replaceAll('"', '&quot;');
}

/** A text cell, from the quote that ends its reference; empty when nothing of the text can be written. */
export function inlineText(text: string, style: number): string {
  const escaped = escapeText(text);

  if (style === 0 && !hasFragileBlanks(escaped)) {
    return escaped === '' ? '' : `" t="inlineStr"><is><t>${escaped}</t></is></c>`;
  }

  const space = hasFragileBlanks(escaped) ? ' xml:space="preserve"' : '';

  return escaped === '' ? '' : `" s="${style}" t="inlineStr"><is><t${space}>${escaped}</t></is></c>`;
}

/** Outer blanks, and line breaks and tabs anywhere, may get lost unless they are said to matter. */
function hasFragileBlanks(text: string): boolean {
  return (
    text.charCodeAt(0) === 32 ||
    text.charCodeAt(text.length - 1) === 32 ||
    text.includes('\n') ||
    text.includes('\t')
  );
}
