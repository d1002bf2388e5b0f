import type { Readable } from 'node:stream';
import { say } from '@rowhouse/problems';
import {
  blockSize,
  type FileCell,
  type FileRow,
  fileFault,
  isEmptyRow,
  limits,
  tooManyColumns,
} from './FileRows.ts';
import { serialDate } from './serialDate.ts';
import { xmlParser } from './workbookParts.ts';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly texts: readonly string[];
  readonly styles: readonly boolean[];
  readonly is1904: boolean;
}

/** The rows of a sheet. The parser calls back within `write`, so that a block has the rows of a part of the file. */
export async function* sheetBlocks(
  stream: Readable,
  context: SheetContext,
): AsyncGenerator<readonly FileRow[]> {
  let rows: FileRow[] = [];
  const parser = xmlParser(sheetEvents(context, (row) => rows.push(row)));
  stream.setEncoding('utf8');
  for await (const chunk of stream as AsyncIterable<string>) {
    parser.write(chunk);
    if (rows.length < blockSize) continue;
    yield rows;
    rows = [];
  }
  parser.close();
  if (rows.length > 0) yield rows;
}

function sheetEvents(context: SheetContext, onRow: (row: FileRow) => void) {
  let row = 0;
  let cells: FileCell[] = [];
  let column = 0;
  let type = '';
  let style = 0;
  let value = '';
  let isValue = false;
  let hasFormula = false;
  let isData = false;
  let phonetic = 0;

  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      switch (name) {
        case 'sheetData':
          isData = true;
          break;
        case 'row':
          row = Number(attributes.r ?? row + 1);
          cells = [];
          column = 0;
          break;
        case 'c':
          if (attributes.r !== undefined) column = columnIndex(attributes.r);
          type = attributes.t ?? 'n';
          style = Number(attributes.s ?? 0);
          value = '';
          hasFormula = false;
          break;
        case 'f':
          hasFormula = true;
          break;
        case 'rPh':
          phonetic += 1;
          break;
        case 'v':
        case 't':
          isValue = phonetic === 0;
          break;
        default:
      }
    },
    text(text: string) {
      if (!isValue) return;
      value += text;
      if (value.length > limits.row) throw fileFault(say`Row ${row} has a text that is too long.`);
    },
    close(name: string) {
      switch (name) {
        case 'v':
        case 't':
          isValue = false;
          break;
        case 'rPh':
          phonetic -= 1;
          break;
        case 'c': {
          const cell = isData ? cellOf(value, { type, style, hasFormula }, context) : null;
          if (cell !== null) {
            if (column >= limits.columns) throw tooManyColumns();
            while (cells.length < column) cells.push(null);
            cells[column] = cell;
          }
          column += 1;
          break;
        }
        case 'row':
          if (isData && !isEmptyRow(cells)) onRow({ row, cells });
          break;
        case 'sheetData':
          isData = false;
          break;
        default:
      }
    },
  };
}

interface CellMark {
  readonly type: string;
  readonly style: number;
  readonly hasFormula: boolean;
}

/** The value that the file keeps: a formula is not computed. */
function cellOf(
  value: string,
  { type, style, hasFormula }: CellMark,
  { texts, styles, is1904 }: SheetContext,
): FileCell {
  if (value === '') return hasFormula && type !== 'str' ? { type: 'formula', text: '' } : null;
  switch (type) {
    case 's':
      return texts[Number(value)] ?? null;
    case 'str':
    case 'inlineStr':
      return value;
    case 'b':
      return { type: 'boolean', text: value === '1' || value === 'true' ? 'true' : 'false' };
    case 'e':
      return { type: 'error', text: value };
    case 'd':
      return { type: 'date', text: value.replace(/T00:00:00(\.0+)?$/, '') };
    default: {
      const date = styles[style] === true ? serialDate(Number(value), is1904) : null;

      return date === null ? { type: 'number', text: numberText(value) } : { type: 'date', text: date };
    }
  }
}

/** As spreadsheets show it: of 15 digits, without an exponent. */
function numberText(value: string): string {
  const number = Number(Number(value).toPrecision(15));
  const text = String(number);
  if (!text.includes('e')) return text;

  return Math.abs(number) >= 1
    ? BigInt(number).toString()
    : number.toFixed(Math.min(100, 15 - Math.floor(Math.log10(Math.abs(number))))).replace(/\.?0+$/, '');
}

/** `B7` → 1. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const character of reference) {
    const letter = character.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    index = index * 26 + letter;
  }

  return index - 1;
}
