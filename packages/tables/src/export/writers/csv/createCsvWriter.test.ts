import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportRow, ExportSheet } from '../../ExportWriter.ts';
import { date, memory, number, parseCsv, plain, sheetOf, written } from '../writers.fixture.ts';
import { createCsvWriter } from './createCsvWriter.ts';

async function text(sheet: ExportSheet, rows: readonly ExportRow[]): Promise<string> {
  const { file, sheets } = await written(createCsvWriter, sheet, rows);

  expect(sheets).toBe(1);
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);

  return file.toString('utf8', 3);
}

/** The fields of a table with one column. */
async function fields(format: ExportSheet['columns'][number]['format'], values: readonly unknown[]) {
  const records = parseCsv(
    await text(
      sheetOf({ value: format }),
      values.map((value) => ({ value })),
    ),
  );

  return records.slice(1).map(([field]) => field);
}

describe('a CSV file', () => {
  it('has the header and the rows, each ended by CR and LF', async () => {
    const sheet = sheetOf({ 'a,"b"': plain, 'buyer.name': plain });

    expect(await text(sheet, [{ 'a,"b"': 1, buyer: { name: 'Ærø' } }, { buyer: null }])).toBe(
      '"a,""b""",buyer.name\r\n1,Ærø\r\n,\r\n',
    );
    expect(await text(sheet, [])).toBe('"a,""b""",buyer.name\r\n');
  });

  it('has a record for a row whose only field is empty', async () => {
    expect(await text(sheetOf({ a: plain }), [{ a: null }, { a: 'x' }])).toBe('a\r\n""\r\nx\r\n');
  });

  it('is complete with blocks of any size', async () => {
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id, note: `${id} ${'日本'.repeat(20)}` }));
    const { output, file } = memory();
    const writer = createCsvWriter(output, sheetOf({ id: number, note: plain }));
    for (let start = 0; start < rows.length; start += 700) await writer.write(rows.slice(start, start + 700));
    await writer.finish();

    expect(parseCsv(file().toString('utf8', 3)).slice(1)).toEqual(
      rows.map(({ id, note }) => [String(id), note]),
    );
  });
});

describe('values', () => {
  it('are plain and exact for numbers, and never taken for a formula', async () => {
    const money = {
      kind: 'number',
      cents: false,
      number: { symbol: '€', decimal: ',', thousand: '.', precision: 2, format: '%s%v' },
    } as const;

    expect(
      await fields(money, [
        -5,
        '-1234.50',
        '12345678901234567890.12',
        9007199254740993n,
        1e21,
        -1.5e-7,
        'NaN',
        Number.NaN,
        Number.NEGATIVE_INFINITY,
        null,
      ]),
    ).toEqual([
      '-5',
      '-1234.50',
      '12345678901234567890.12',
      '9007199254740993',
      '1000000000000000000000',
      '-0.00000015',
      '',
      '',
      '',
      '',
    ]);
    expect(await fields({ ...money, cents: true }, [-1999, '5'])).toEqual(['-19.99', '0.05']);
  });

  it('are as on the screen for dates, of any year', async () => {
    const shown = { kind: 'date', date: date('l, d-m-Y H:i', 'Europe/Bucharest') } as const;
    const day = { kind: 'date', date: date('d-m-Y', 'UTC', 'date') } as const;

    expect(await fields(shown, [new Date('2026-07-01T12:34:56Z'), 'never', null])).toEqual([
      'Wednesday, 01-07-2026 15:34',
      'never',
      '',
    ]);
    expect(await fields(day, ['0001-01-01', '9999-12-31', '2026-02-28'])).toEqual([
      '01-01-0001',
      '31-12-9999',
      '28-02-2026',
    ]);
  });

  it('are words for booleans and keys of enumerations', async () => {
    expect(await fields({ kind: 'boolean' }, [1, 'f', null])).toEqual(['true', 'false', '']);
    expect(await fields({ kind: 'enum', labels: { 1: 'Open, waiting', 2: '=Paid' } }, [1, '2', 3])).toEqual([
      'Open, waiting',
      "'=Paid",
      '3',
    ]);
  });

  it('cannot become formulas for texts, not even in the header', async () => {
    expect(await fields(plain, ['=1+1', ' @a', '-5', '-5-5', -5, '\tx'])).toEqual([
      "'=1+1",
      "' @a",
      '-5',
      "'-5-5",
      '-5',
      "'\tx",
    ]);
    expect(await text(sheetOf({ '=1+1': plain }), [])).toBe("'=1+1\r\n");
  });

  it('are preserved for all texts', async () => {
    const unit = fc.oneof(
      fc.constantFrom('"', ',', '\r', '\n', '\r\n', ' ', '=', "'", '\ufeff'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );

    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit }), { maxLength: 30 }), async (texts) => {
        const kept = texts.map((each) =>
          each.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''),
        );
        const read = await fields(plain, texts);

        expect(read.map((field, index) => (field === `'${kept[index]}` ? kept[index] : field))).toEqual(kept);
      }),
    );
  });
});
