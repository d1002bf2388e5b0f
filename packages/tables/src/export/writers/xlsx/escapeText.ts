import { cutText, removeUnprintable } from '../printableText.ts';
import type { IsPlainText } from '../textCell.ts';

/** Maximum UTF-16 units of a cell. */
const longest = 32_767;
/** Anything but characters that are written unchanged. */
const special = /[^ !-%'-;=?-\ud7ff\ue000-\ufffd]|_x/;
/** Characters that need more than the escapes of XML. */
const odd = /[^\t\n -\ud7ff\ue000-\ufffd]|_x/;
/**
 * Spreadsheets interpret `_x000D_` as a carriage return, so an underscore that would start such an escape is escaped
 * itself.
 */
const escapeLike = /_(?=x[\dA-Fa-f]{4}[_\r])/g;

/**
 * A text as character data of SpreadsheetML, without characters that XML does not allow, and truncated to the size of a
 * cell.
 */
export function escapeText(text: string): string {
  if (text.length <= longest && !special.test(text)) {
    return text;
  }

  let escaped = cutText(odd.test(text) ? removeUnprintable(text) : text, longest);

  if (odd.test(escaped)) escaped = escaped.replace(escapeLike, '_x005F_').replaceAll('\r', '_x000D_');
  // Testing first is faster than replacing nothing.
  if (escaped.includes('&')) escaped = escaped.replaceAll('&', '&amp;');
  if (escaped.includes('<')) escaped = escaped.replaceAll('<', '&lt;');
  if (escaped.includes('>')) escaped = escaped.replaceAll('>', '&gt;');

  return escaped;
}

/** A text as an attribute value in double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text.replace(/[\t\r\n]/g, ' ')).replaceAll('"', '&quot;');
}

/** A text cell, from the quote that ends its reference; empty if no character of the text can be written. */
export function inlineText(text: string, style: number): string {
  const escaped = escapeText(text);

  if (style === 0 && !hasFragileBlanks(escaped)) {
    return escaped === '' ? '' : `" t="inlineStr"><is><t>${escaped}</t></is></c>`;
  }

  const space = hasFragileBlanks(escaped) ? ' xml:space="preserve"' : '';

  return escaped === '' ? '' : `" s="${style}" t="inlineStr"><is><t${space}>${escaped}</t></is></c>`;
}

const formulaStarts: ReadonlySet<number> = new Set(Array.from('=+-@', (sign) => sign.charCodeAt(0)));

/** Editing a text that begins with one of these must not make it a formula. */
export function startsFormula(text: string): boolean {
  return formulaStarts.has(text.charCodeAt(0));
}

/** Leading and trailing spaces, line breaks and tabs may get lost without `xml:space`. */
function hasFragileBlanks(text: string): boolean {
  return (
    text.charCodeAt(0) === 32 ||
    text.charCodeAt(text.length - 1) === 32 ||
    text.includes('\n') ||
    text.includes('\t')
  );
}

/** ASCII that `special` leaves alone, and all bytes of U+0080 to U+EFFF. */
const plainBytes = new Uint8Array(256).map((_, byte) =>
  byte < 0x80 ? Number(!special.test(String.fromCharCode(byte))) : Number(byte < 0xef),
);
const blank = 0x20;
const underscore = 0x5f;
const letterX = 0x78;

/** For texts that `escapeText` returns unchanged, by their bytes, if they need no style and no `xml:space`. */
export const isPlainText: IsPlainText = (bytes, from, to) => {
  const first = bytes[from] as number;
  if (first === blank || bytes[to - 1] === blank || formulaStarts.has(first) || to - from > longest)
    return false;

  for (let index = from; index < to; index += 1) {
    const byte = bytes[index] as number;
    if (plainBytes[byte] === 0 || (byte === underscore && bytes[index + 1] === letterX)) return false;
  }

  return true;
};
