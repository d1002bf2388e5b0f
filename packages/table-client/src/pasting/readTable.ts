import { meantText } from '@rowhouse/table-protocol/internal';

/** Lines of fields as texts. */
export type CellTexts = readonly (readonly string[])[];

/**
 * The cells of a text from the clipboard of a spreadsheet: fields separated by tabs, lines by CRLF, LF or CR. A field that starts with
 * a quote ends at the next single quote, and may contain tabs, line ends and doubled quotes; without an end, the quote is part of
 * the text. The line end that spreadsheets write after the last line is no line. Lines may differ in length.
 */
export function readTable(text: string): CellTexts {
  const lines: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    const quoted = quotedField(text, at);
    const end = quoted?.end ?? plainEnd(text, at);
    lines.at(-1)?.push(meantText(quoted?.field ?? text.slice(at, end)));
    if (end >= text.length) break;
    at = end + 1;
    if (text[end] === '\t') continue;
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    if (at >= text.length) break;
    lines.push([]);
  }

  return lines;
}

const ends = /[\t\r\n]/g;

function plainEnd(text: string, from: number): number {
  ends.lastIndex = from;

  return ends.exec(text)?.index ?? text.length;
}

const quotedText = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;

function quotedField(text: string, from: number): { readonly field: string; readonly end: number } | null {
  quotedText.lastIndex = from;
  const [whole, inner] = quotedText.exec(text) ?? [];

  return whole === undefined || inner === undefined
    ? null
    : { field: inner.replaceAll('""', '"'), end: from + whole.length };
}
