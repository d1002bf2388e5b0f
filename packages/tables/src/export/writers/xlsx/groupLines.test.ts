import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { ExportHead, ExportSheet } from '../../ExportWriter.ts';
import { expectWellFormed, memory, number, plain, unzip } from '../writers.fixture.ts';
import { createXlsxWriter } from './createXlsxWriter.ts';
import { cellStyle, euro } from './workbook.fixture.ts';

const sheet: ExportSheet = {
  name: 'Orders',
  columns: [
    { header: 'City', path: ['-'], format: plain, head: { kind: 'label', level: 0, empty: 'empty' } },
    { header: 'Street', path: ['-'], format: plain, head: { kind: 'label', level: 1, empty: 'empty' } },
    { header: 'Rows', path: ['-'], format: number, head: { kind: 'count' } },
    { header: 'Total', path: ['total'], format: euro, head: { kind: 'total', name: 'total', format: euro } },
    { header: 'Note', path: ['note'], format: plain, head: null },
  ],
  levels: 2,
};
const head = (before: number, level: number, label: unknown, count: number, total: string): ExportHead => ({
  ...{ before, level, label, count },
  totals: new Map([['total', total]]),
});
const row = (total: string, note = 'n') => ({ total, note });

async function written(
  blocks: readonly (readonly [readonly object[], readonly ExportHead[]])[],
  limits = { rows: 1000, bytes: 1e9 },
) {
  const { output, file } = memory();
  const writer = createXlsxWriter(output, sheet, limits);
  for (const [rows, heads] of blocks) await writer.write(rows as never, heads);
  const { sheets } = await writer.finish();
  const parts = unzip(file());
  for (const xml of Object.values(parts)) expectWellFormed(xml);

  return { parts, sheets, read: await readXlsxFile(file()) };
}

const depthsIn = (xml = '') =>
  [...xml.matchAll(/<row r="\d+"(?: outlineLevel="(\d)")?>/g)].map(([, level]) => Number(level ?? 0));

describe('the lines of groups', () => {
  it('are above their rows, which are a level deeper, over all blocks', async () => {
    const { parts, read } = await written([
      [
        [row('1.5'), row('2')],
        [head(0, 0, 'Aba', 3, '6.50'), head(0, 1, '=A1', 2, '3.50')],
      ],
      [
        [row('3'), row('4')],
        [head(0, 1, null, 1, '3.00'), head(1, 0, '', 1, '4.00'), head(1, 1, 'x', 1, '4')],
      ],
    ]);

    expect(depthsIn(parts['xl/worksheets/sheet1.xml'])).toEqual([0, 0, 1, 2, 2, 1, 2, 0, 1, 2]);
    expect(read[0]?.data).toEqual([
      ['City', 'Street', 'Rows', 'Total', 'Note'],
      ['Aba', null, 3, 6.5, null],
      [null, '=A1', 2, 3.5, null],
      [null, null, null, 1.5, 'n'],
      [null, null, null, 2, 'n'],
      [null, 'empty', 1, 3, null],
      [null, null, null, 3, 'n'],
      ['empty', null, 1, 4, null],
      [null, 'x', 1, 4, null],
      [null, null, null, 4, 'n'],
    ]);
  });

  it('are bold, in the formats of their columns', async () => {
    const { parts } = await written([
      [[row('1')], [head(0, 0, '-7', 12_345_678_901_234, '9007199254740993'), head(0, 1, 'x', 1, '1')]],
    ]);
    const xml = parts['xl/worksheets/sheet1.xml'] ?? '';
    const styles = parts['xl/styles.xml'] ?? '';

    for (const cell of ['A2', 'C2', 'D2', 'B3', 'C3', 'D3']) {
      expect(cellStyle(xml, styles, cell).entry, cell).toContain('fontId="1"');
    }
    expect(cellStyle(xml, styles, 'A2').entry).toContain('quotePrefix="1"');
    expect(cellStyle(xml, styles, 'C2').format).toBe('1');
    expect(cellStyle(xml, styles, 'D2').entry).toContain('<alignment horizontal="right"/>');
    expect(cellStyle(xml, styles, 'D3').format).toBe(cellStyle(xml, styles, 'D4').format);
    expect(cellStyle(xml, styles, 'D4').entry).toContain('fontId="0"');
    expect(new Set(styles.match(/numFmtId="164" formatCode/g)).size).toBe(1);
    expect(styles).toContain(`<cellXfs count="${(styles.match(/<xf /g)?.length ?? 0) - 1}">`);
  });

  it('count among the lines of a sheet, and continue in the next one at their level', async () => {
    const rows = Array.from({ length: 7 }, (_, id) => row(String(id)));
    const heads = rows.map((_row, before) => head(before, 1, `g${before}`, 1, '1'));
    const { parts, sheets, read } = await written([[rows, heads]], { rows: 6, bytes: 1e9 });

    expect(sheets).toBe(3);
    expect(read.map(({ data }) => data.length)).toEqual([6, 6, 5]);
    expect(read.flatMap(({ data }) => data.slice(1)).flatMap(([, label]) => label ?? [])).toEqual(
      rows.map((_row, index) => `g${index}`),
    );
    for (const index of [1, 2, 3]) {
      expect(depthsIn(parts[`xl/worksheets/sheet${index}.xml`])).toContain(2);
      expect(parts[`xl/worksheets/sheet${index}.xml`]).toContain('<outlinePr summaryBelow="0"/>');
    }
  });
});
