import { isInstant } from '../../rows/readDate.ts';
import type { ExportColumn, ExportRow } from '../ExportWriter.ts';
import type { TextBlock, TextColumn } from '../TextRows.ts';
import { isoDateReader } from './isoDates.ts';
import { Fragment, type TextBuffer } from './textBuffer.ts';

/** Adds the cell of a value, which is not null, to a file: the bytes from `from` to `to`. */
export type TextCell = (bytes: Buffer, from: number, to: number, file: TextBuffer) => void;

/**
 * Whether a text is written unchanged, by its bytes in UTF-8. False negatives only cost time; there are no false
 * positives.
 */
export type IsPlainText = (bytes: Uint8Array, from: number, to: number) => boolean;

/** Adds the cell of an instant, in milliseconds since 1970, to a file. Returns false, and adds nothing, if it cannot. */
export type InstantCell = (time: number, file: TextBuffer) => boolean;

interface TextCellOptions {
  readonly column: ExportColumn;
  readonly values: TextColumn;
  /** The cell of a value, as for rows: its result is written unchanged. */
  readonly cell: (value: unknown) => string;
  readonly isPlainText: IsPlainText;
  /** Adds what `cell` returns for instants, without creating it. */
  readonly instantCell?: InstantCell;
}

/** Maximum bytes of a value whose cell is cached: booleans, codes, small numbers. */
const maxCachedLength = 3;
const maxCachedCells = 10_000;

/**
 * Writes the cells of a column from texts of the database. Most texts and numbers are written to their cells unchanged,
 * so their bytes are copied; the surrounding markup is taken from the cell of a sample. All others are converted to
 * values first.
 */
export function textCell({ column, values, cell, isPlainText, instantCell }: TextCellOptions): TextCell {
  const cellOf = (text: string) => cell(values.read(text));
  const plain = plainValues(column, values, cellOf, isPlainText);
  const readDate = isoDateReader(values.read);
  const addInstant = instantCell && hasInstants(column) ? instantCell : null;
  const cache = new Map<number, Fragment>();

  function short(bytes: Buffer, from: number, to: number): Fragment {
    let key = to - from;
    for (let index = from; index < to; index += 1) key = key * 256 + (bytes[index] as number);
    const known = cache.get(key);
    if (known) return known;

    const made = new Fragment(cellOf(bytes.toString('utf8', from, to)));
    if (cache.size < maxCachedCells) cache.set(key, made);

    return made;
  }

  return (bytes, from, to, file) => {
    if (to - from <= maxCachedLength) {
      file.addFragment(short(bytes, from, to));
    } else if (plain?.includes(bytes, from, to)) {
      file.addFragment(plain.before);
      file.addBytes(bytes, from, to);
      file.addFragment(plain.after);
    } else {
      const time = readDate ? readDate(bytes, from, to) : Number.NaN;
      if (Number.isNaN(time)) file.add(cellOf(bytes.toString('utf8', from, to)));
      else if (!addInstant?.(time, file)) file.add(cell(new Date(time)));
    }
  };
}

/** Whether the driver's Dates of a column are the instants to be written. */
function hasInstants({ format }: ExportColumn): boolean {
  return (format.kind === 'date' || format.kind === 'plain') && isInstant(format.date.stored);
}

/** Values of a column that are written unchanged, with the markup that surrounds them. */
interface PlainValues {
  readonly includes: IsPlainText;
  readonly before: Fragment;
  readonly after: Fragment;
}

function plainValues(
  { format }: ExportColumn,
  { isText }: TextColumn,
  cellOf: (text: string) => string,
  isPlainText: IsPlainText,
): PlainValues | null {
  if (format.kind === 'plain' && isText && format.translate === null) {
    return surrounded('rowhouse', [], cellOf, isPlainText);
  }
  if (format.kind !== 'number') return null;

  // Formats show decimals beyond those of the column's type differently: the cells say from which number on.
  for (let decimals = maxDecimals; decimals >= 0; decimals -= 1) {
    const samples = numbers.filter((number) => decimalsOf(number) <= decimals);
    const plain = surrounded('1234567', samples, cellOf, isPlainNumber(decimals));
    if (plain) return plain;
  }

  return null;
}

function decimalsOf(number: string): number {
  return number.split('.')[1]?.length ?? 0;
}

/** Null if the cells of samples are not these texts with the same prefix and suffix. */
function surrounded(
  sample: string,
  others: readonly string[],
  cellOf: (text: string) => string,
  includes: IsPlainText,
): PlainValues | null {
  const [before = '', after = '', ...more] = cellOf(sample).split(sample);
  const isSame = (text: string) => cellOf(text) === before + text + after;

  return more.length === 0 && [sample, ...others].every(isSame)
    ? { includes, before: new Fragment(before), after: new Fragment(after) }
    : null;
}

/** For a driver without parsing; an application's own parser may convert them to anything. */
const integers = ['0', '7', '-7', '10', '-2147483648', '12345678901'];
/** Maximum characters of a number that every format shows in full, and the decimals that fit. */
const numberLength = 11;
const maxDecimals = 9;
const decimals = Array.from({ length: maxDecimals }, (_, index) => `1.${'123456789'.slice(0, index + 1)}`);
const numbers = [...integers, '0.05', '-12.50', '19.9', '99999999.99', ...decimals];

const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;

/** Plain notation without leading zeros, with at most this number of decimals: `-12.50`. */
function isPlainNumber(decimals: number): IsPlainText {
  return (bytes, from, to) => {
    if (to - from > numberLength) return false;

    let at = bytes[from] === minus ? from + 1 : from;
    if (bytes[at] === zero && (at > from || (at + 1 < to && bytes[at + 1] !== point))) return false;

    const first = at;
    while (at < to && isDigit(bytes[at] as number)) at += 1;
    if (at === first) return false;
    if (at === to) return true;
    if (bytes[at] !== point || at + 1 === to || to - at - 1 > decimals) return false;
    for (at += 1; at < to; at += 1) if (!isDigit(bytes[at] as number)) return false;

    return true;
  };
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

/** The column of a block that contains the values of each column of a file. */
export function valuesOf(columns: readonly ExportColumn[], block: TextBlock): readonly number[] {
  // As in a row object, the last of equal names wins.
  return columns.map(({ path }) => block.columns.findLastIndex(({ name }) => name === path[0]));
}

/** The first rows of a block as objects. */
export function rowsOf({ columns, rows, bytes, bounds }: TextBlock, limit: number): readonly ExportRow[] {
  return Array.from({ length: Math.min(rows, limit) }, (_, row) =>
    Object.fromEntries(
      columns.map(({ name, read }, column) => {
        const offset = 2 * (row * columns.length + column);
        const [from = -1, to = -1] = bounds.subarray(offset, offset + 2);

        return [name, from === -1 ? null : read(bytes.toString('utf8', from, to))];
      }),
    ),
  );
}
