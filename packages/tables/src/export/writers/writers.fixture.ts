import { Writable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import type { ColumnKind } from '../../query/ColumnKind.ts';
import type {
  ExportColumn,
  ExportDate,
  ExportFormat,
  ExportRow,
  ExportSheet,
  ExportWriter,
} from '../ExportWriter.ts';

/** An output that keeps what it takes. */
export function memory(): { readonly output: Writable; readonly file: () => Buffer } {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      setImmediate(done);
    },
  });

  return { output, file: () => Buffer.concat(chunks) };
}

export async function written(
  create: (output: Writable, sheet: ExportSheet) => ExportWriter,
  sheet: ExportSheet,
  rows: readonly ExportRow[],
): Promise<{ readonly file: Buffer; readonly sheets: number }> {
  const { output, file } = memory();
  const writer = create(output, sheet);
  await writer.write(rows);
  const { sheets } = await writer.finish();

  return { file: file(), sheets };
}

export function date(pattern: string, timeZone = 'UTC', kind: ColumnKind = 'timestamptz'): ExportDate {
  return { pattern, timeZone, stored: { kind, datesAreUtc: true } };
}

export const plain: ExportFormat = { kind: 'plain', date: date('Y-m-d H:i:s'), translate: null };
export const number: ExportFormat = { kind: 'number', number: null, cents: false };

/** Property → format; headers are the names of the properties. */
export function sheetOf(columns: Readonly<Record<string, ExportFormat>>, name = 'Orders'): ExportSheet {
  return {
    name,
    columns: Object.entries(columns).map(
      ([header, format]): ExportColumn => ({ header, path: header.split('.'), format, head: null }),
    ),
    levels: 0,
  };
}

/** Path → content of a ZIP file's entries, by its central directory. */
export function unzip(file: Buffer): Record<string, string> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06'));
  const entries: Record<string, string> = {};
  let at = file.readUInt32LE(end + 16);

  for (let count = file.readUInt16LE(end + 10); count > 0; count--) {
    const [size, nameLength, extra, comment, start] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
      file.readUInt32LE(at + 42),
    ] as const;
    const data = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    entries[name] = inflateRawSync(file.subarray(data, data + size)).toString('utf8');
    at += 46 + nameLength + extra + comment;
  }

  return entries;
}

/** Fails on what is no well-formed XML: characters, entities, attributes, nesting. */
export function expectWellFormed(xml: string): void {
  const open: string[] = [];
  const body = xml.replace(/^<\?xml [^?]*\?>\n?/, '');
  const token =
    /<(?<end>\/?)(?<name>[A-Za-z][\w:]*)(?: [\w:]+="(?:[^<&"]|&(?:amp|lt|gt|quot);)*")*(?<empty>\/?)>|(?<text>(?:[^<>&]|&(?:amp|lt|gt|quot);)+)/uy;

  while (token.lastIndex < body.length) {
    const from = token.lastIndex;
    const groups = token.exec(body)?.groups;
    if (!groups) throw new Error(`Not well-formed at ${JSON.stringify(body.slice(from, from + 60))}.`);
    if (groups.end) expect(open.pop()).toBe(groups.name);
    else if (groups.name && !groups.empty) open.push(groups.name);
  }

  expect(open).toEqual([]);
  expect(body).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
}

/** Fields of an RFC 4180 file, read character by character. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;

  while (at < text.length) {
    let field = '';

    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[++at] === '"'; at++) {
        if (at >= text.length) throw new Error('A quoted field does not end.');
        field += text[at];
      }
    } else {
      for (; at < text.length && text[at] !== ',' && text[at] !== '\r'; at++) {
        if (text[at] === '"' || text[at] === '\n') throw new Error(`A bare ${JSON.stringify(text[at])}.`);
        field += text[at];
      }
    }

    record.push(field);

    if (text.startsWith('\r\n', at)) {
      records.push(record);
      record = [];
      at += 2;
    } else if (text[at++] !== ',') {
      throw new Error(`Neither a comma nor a line break follows ${JSON.stringify(field)}.`);
    } else if (at === text.length) {
      throw new Error('The last line has no end.');
    }
  }

  return records;
}
