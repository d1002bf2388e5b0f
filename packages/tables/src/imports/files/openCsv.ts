import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { say } from '@rowhouse/problems';
import { CsvError, type Options, parse } from 'csv-parse';
import { type CsvForm, csvForm } from './csvForm.ts';
import {
  blockSize,
  type FileRow,
  fileFault,
  isEmptyRow,
  limits,
  type RowsFile,
  tooManyColumns,
} from './FileRows.ts';

/** Opens a CSV file, given the bytes at its start. */
export async function openCsv(path: string, first: Buffer): Promise<RowsFile> {
  const form = await csvForm(path, first);

  return {
    format: 'csv',
    sheets: [],
    blocks: () => blocks(path, form),
    close: async () => undefined,
  };
}

async function* blocks(path: string, form: CsvForm): AsyncGenerator<readonly FileRow[]> {
  let row = form.skipped;
  let block: FileRow[] = [];
  let isHeader = true;
  const options: Options<readonly FileRow[], string[]> = {
    delimiter: form.separator,
    // A file may have several kinds of line ends, of which the parser would otherwise take the first.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: limits.row,
    // A stream of blocks costs less than one of rows.
    on_record(cells) {
      row += 1;
      if (cells.length > limits.columns) throw tooManyColumns();
      if (isEmptyRow(cells)) return null;
      block.push({ row, cells });
      // The header is available before what follows is read, which may be cut off.
      if (block.length < blockSize && !isHeader) return null;
      isHeader = false;
      const full = block;
      block = [];

      return full;
    },
  };
  // Its types have other records for named columns only.
  const parser = parse(options as unknown as Options);
  const reading = pipeline(Readable.from(texts(path, form)), parser);
  // Reported by the parser, too.
  reading.catch(() => undefined);
  try {
    yield* parser as AsyncIterable<readonly FileRow[]>;
  } catch (error) {
    throw error instanceof CsvError ? csvFault(error, form) : error;
  } finally {
    parser.destroy();
  }
  if (block.length > 0) yield block;
}

/** The text of a file in UTF-8, without its byte order mark and the line that names its separator. */
async function* texts(path: string, { encoding, skipped, start }: CsvForm): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding);
  let rest = skipped;
  for await (const bytes of createReadStream(path, {
    start,
    highWaterMark: 256 * 1024,
  }) as AsyncIterable<Buffer>) {
    let next = decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
    if (rest > 0) {
      next = next.subarray(next.indexOf('\n') + 1);
      rest = 0;
    }
    yield next;
  }
  const last = decoder?.decode();
  if (last) yield Buffer.from(last);
}

function csvFault(error: CsvError, { skipped }: CsvForm) {
  // The parser is ahead of the rows that were read.
  const row = Number(error.records) + 1 + skipped;
  const line = Number(error.lines) + skipped;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return fileFault(
        say`Row ${row} has a quote that is not closed until the end of the file. Close it, or write two quotes for one in a text.`,
        error,
      );
    case 'CSV_MAX_RECORD_SIZE':
      return fileFault(
        say`Row ${row} is too long; probably one of its quotes is not closed. Close it, or write two quotes for one in a text.`,
        error,
      );
    default:
      return fileFault(
        say`Row ${row}, line ${line}, has a quote within a text. Put the text in quotes, and write two quotes for one in it.`,
        error,
      );
  }
}
