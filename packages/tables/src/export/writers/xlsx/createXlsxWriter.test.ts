import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { memory, number, plain, sheetOf, written } from '../writers.fixture.ts';
import { createXlsxWriter } from './createXlsxWriter.ts';
import { cellStyle, euro, workbook } from './workbook.fixture.ts';

describe('a workbook', () => {
  it('has the header and the rows of the table, nested values too', async () => {
    const sheet = sheetOf({ number: plain, 'customer.group.name': plain });
    const { read, sheets } = await workbook(sheet, [
      { number: 'A1', customer: { group: { name: 'Retail' } } },
      { number: 'A2', customer: { group: null } },
      { number: 'A3', customer: null },
    ]);

    expect(sheets).toBe(1);
    expect(read).toEqual([
      {
        sheet: 'Orders',
        data: [
          ['number', 'customer.group.name'],
          ['A1', 'Retail'],
          ['A2', null],
          ['A3', null],
        ],
      },
    ]);
  });

  it('has the header without rows, and is complete without a column', async () => {
    expect((await workbook(sheetOf({ a: plain, b: plain }), [])).read[0]?.data).toEqual([['a', 'b']]);
    expect((await workbook(sheetOf({}), [{ a: 1 }])).sheets).toBe(1);
  });

  it('has a bold header that stays visible, and columns as wide as they need', async () => {
    const sheet = sheetOf({ a: plain, 'A long header of a column': plain, money: euro, note: plain });
    const { parts } = await workbook(sheet, [{ money: '-1234567.5', note: 'x'.repeat(500) }]);
    const xml = parts['xl/worksheets/sheet1.xml'] ?? '';
    const widths = [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));

    expect(cellStyle(xml, parts['xl/styles.xml'] ?? '', 'A1').entry).toContain('fontId="1"');
    expect(parts['xl/styles.xml']).toMatch(/<fonts count="2"><font>.*<\/font><font><b\/>/);
    expect(parts['xl/styles.xml']).toContain('<cellStyles count="1">');
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(widths[0]).toBe(8);
    expect(widths[1]).toBeGreaterThan(25);
    expect(widths[2]).toBeGreaterThan('€ -1,234,567.50'.length);
    expect(widths[3]).toBe(60);
  });

  it('starts with its type', async () => {
    const { file } = await written(createXlsxWriter, sheetOf({ a: plain }), []);
    const start = file.toString('latin1');
    const places = ['_rels/.rels', 'docProps/app.xml', 'xl/styles.xml', 'xl/worksheets/'].map((path) =>
      start.indexOf(path),
    );

    expect(places[0]).toBe(30);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('a further sheet', () => {
  const rows = Array.from({ length: 25 }, (_, id) => ({ id }));

  it('starts when one is full of rows, including the header', async () => {
    const { read, sheets } = await workbook(sheetOf({ id: number }), rows, { rows: 11, bytes: 1e9 });

    expect(sheets).toBe(3);
    expect(read.map(({ sheet }) => sheet)).toEqual(['Orders', 'Orders (2)', 'Orders (3)']);
    expect(read.map(({ data }) => data.length)).toEqual([11, 11, 6]);
    expect(read.map(({ data }) => data[0])).toEqual([['id'], ['id'], ['id']]);
    expect(read.flatMap(({ data }) => data.slice(1).flat())).toEqual(rows.map(({ id }) => id));
  });

  it('does not start before there is a row for it', async () => {
    expect(
      (await workbook(sheetOf({ id: number }), rows.slice(0, 10), { rows: 11, bytes: 1e9 })).sheets,
    ).toBe(1);
  });

  it('starts when one is full of bytes', async () => {
    const notes = rows.map(({ id }) => ({ id, note: `${id} ${'日本'.repeat(500)}` }));
    const { parts, read, sheets } = await workbook(sheetOf({ id: number, note: plain }), notes, {
      rows: 1000,
      bytes: 10_000,
    });
    const sizes = Object.entries(parts).flatMap(([path, xml]) =>
      path.startsWith('xl/worksheets/') ? [Buffer.byteLength(xml)] : [],
    );

    expect(sheets).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(40_000);
    expect(read.flatMap(({ data }) => data.slice(1).map(([id]) => id))).toEqual(rows.map(({ id }) => id));
  });

  it('follows after any number of blocks', async () => {
    const { output, file } = memory();
    const writer = createXlsxWriter(output, sheetOf({ id: number }), { rows: 8, bytes: 1e9 });
    for (let start = 0; start < 25; start += 5) await writer.write(rows.slice(start, start + 5));

    expect(await writer.finish()).toEqual({ sheets: 4 });
    const read = await readXlsxFile(file());
    expect(read.flatMap(({ data }) => data.slice(1).flat())).toEqual(rows.map(({ id }) => id));
  });
});
