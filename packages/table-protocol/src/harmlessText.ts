/** Spreadsheets take these for formulas, also after blanks, which some of them remove first. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const negativeNumber = /^\s*-\d+(?:[.,]\d+)*\s*$/;

/** A text with a leading apostrophe where a spreadsheet would take it for a formula, except for negative numbers. */
export function harmlessText(text: string): string {
  return formula.test(text) && !negativeNumber.test(text) ? `'${text}` : text;
}

/** The text that `harmlessText` has made harmless. */
export function meantText(text: string): string {
  const meant = text.slice(1);

  return text.startsWith("'") && harmlessText(meant) === text ? meant : text;
}
