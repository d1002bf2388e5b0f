import { cutText } from '../cutText.ts';
import { removeUnprintable } from '../removeUnprintable.ts';

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
