import { removeUnprintable } from '../removeUnprintable.ts';

/** Anything but characters that are written as they are wherever they stand. */
const special = /[^ !#$%&()*./0-9:<>?A-Z[\\\]^_`a-z{|}~\u00a1-\u02ff]|^\s|\s$/;
/** Spreadsheets take these for formulas, also after blanks, which some of them remove first. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const negativeNumber = /^\s*-\d+(?:[.,]\d+)*\s*$/;
const toBeQuoted = /[",;\r\n\t]|^\s|\s$/;

/**
 * A text as a field. What a spreadsheet would take for a formula gets a leading apostrophe, except for negative numbers.
 * Fields with a semicolon or a tab are quoted too: some spreadsheets take those for separators.
 */
export function escapeText(text: string): string {
  if (!special.test(text)) {
    return text;
  }

  const printable = removeUnprintable(text);
  const harmless = formula.test(printable) && !negativeNumber.test(printable) ? `'${printable}` : printable;

  return toBeQuoted.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
