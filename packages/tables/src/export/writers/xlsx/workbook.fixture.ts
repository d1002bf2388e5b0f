import readXlsxFile from 'read-excel-file/node';
import type { ExportRow, ExportSheet } from '../../ExportWriter.ts';
import { expectWellFormed, number, sheetOf, unzip, written } from '../writers.fixture.ts';
import { createXlsxWriter, type SheetLimits } from './createXlsxWriter.ts';

export const euro = {
  kind: 'number',
  cents: false,
  number: { symbol: '€', decimal: '.', thousand: ',', precision: 2, format: '%s %v' },
} as const;

/** What is in a file: its parts, which are well-formed, and its sheets as an independent reader gives them. */
export async function workbook(sheet: ExportSheet, rows: readonly ExportRow[], limits?: SheetLimits) {
  const { file, sheets } = await written(
    (output, plan) => createXlsxWriter(output, plan, limits),
    sheet,
    rows,
  );
  const parts = unzip(file);

  for (const xml of Object.values(parts)) expectWellFormed(xml);

  return { parts, sheets, read: await readXlsxFile(file, { trim: false }) };
}

/** The values of a table with one column, as an independent reader gives them. */
export async function column(format: ExportSheet['columns'][number]['format'], values: readonly unknown[]) {
  const sheet = sheetOf({ id: number, value: format });
  const { read, parts } = await workbook(
    sheet,
    values.map((value, id) => ({ id, value })),
  );
  const cells = read[0]?.data.slice(1) as unknown[][];

  return { values: cells.map(([, value]) => value ?? null), xml: parts['xl/worksheets/sheet1.xml'] ?? '' };
}

/** The `c` element at a reference, and the number format and attributes of its style. */
export function cellStyle(xml: string, styles: string, reference: string) {
  const style = Number(new RegExp(`<c r="${reference}"[^>]* s="(\\d+)"`).exec(xml)?.[1] ?? 0);
  const [, list = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles) ?? [];
  const entry = [...list.matchAll(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/g)][style]?.[0] ?? '';
  const id = /numFmtId="(\d+)"/.exec(entry)?.[1];
  const code = new RegExp(`<numFmt numFmtId="${id}" formatCode="([^"]*)"`).exec(styles)?.[1];

  return { entry, format: code?.replaceAll('&quot;', '"') ?? id };
}
