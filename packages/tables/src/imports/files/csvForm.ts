import { createReadStream } from 'node:fs';
import { fileFault } from './FileRows.ts';

/** How a CSV file is written. */
export interface CsvForm {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly separator: Separator;
  /** Bytes of the byte order mark. */
  readonly start: number;
  /** Lines before the header: 1 if the first one names the separator, as Excel does (`sep=;`). */
  readonly skipped: 0 | 1;
}

const separators = [';', '\t', ','] as const;
type Separator = (typeof separators)[number];

/** Finds out how a file is written: by its byte order mark, otherwise by its bytes and its first rows. */
export async function csvForm(path: string, first: Buffer): Promise<CsvForm> {
  const { encoding, start } = marked(first) ?? { encoding: await encodingOf(path, first), start: 0 };
  const text = new TextDecoder(encoding).decode(first.subarray(start));
  const named = /^sep=([;,\t])\r?\n/i.exec(text)?.[1];
  if (named !== undefined) return { encoding, start, separator: named as Separator, skipped: 1 };

  return { encoding, start, separator: separatorOf(text), skipped: 0 };
}

function marked([a, b, c]: Buffer): Pick<CsvForm, 'encoding' | 'start'> | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', start: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', start: 2 };

  return a === 0xfe && b === 0xff ? { encoding: 'utf-16be', start: 2 } : null;
}

async function encodingOf(path: string, first: Buffer): Promise<CsvForm['encoding']> {
  const zeros = [0, 0];
  for (const [index, byte] of first.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return (await isUtf8(path)) ? 'utf-8' : 'windows-1252';
  // Of most letters, one of both bytes is zero.
  if (odd > first.length / 8 && even < odd / 8) return 'utf-16le';
  if (even > first.length / 8 && odd < even / 8) return 'utf-16be';

  throw fileFault('It is neither a CSV nor an XLSX file. Save the table as one of them.');
}

/** All of the file: the first letter with an accent may be its last. */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: 1024 ** 2 }) as AsyncIterable<Buffer>) {
      decoder.decode(bytes, { stream: true });
    }
    decoder.decode();

    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Rows of which the separators are counted. */
const sampled = 10;

/** The one that the first rows have equally often; otherwise the most frequent one of the header. */
function separatorOf(text: string): Separator {
  const rows = countsOf(text);
  const [header] = rows;
  const score = (separator: Separator) => {
    const count = header?.get(separator) ?? 0;
    const isEqual = rows.every((counts) => (counts.get(separator) ?? 0) === count);

    return isEqual && count > 0 ? count + 10_000 : count;
  };

  return separators.reduce((best, next) => (score(next) > score(best) ? next : best));
}

/** Row → separator → how often it is outside of quotes. */
function countsOf(text: string): ReadonlyMap<string, number>[] {
  const rows: Map<string, number>[] = [];
  let row = new Map<string, number>();
  let isQuoted = false;
  let isEmpty = true;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') {
      if (!isEmpty) rows.push(row);
      if (rows.length === sampled) return rows;
      row = new Map();
      isEmpty = true;
      continue;
    }
    isEmpty = false;
    row.set(character, (row.get(character) ?? 0) + 1);
  }

  return rows.length === 0 ? [row] : rows;
}
