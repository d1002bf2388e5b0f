import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { FileCell } from './FileRows.ts';
import { type OpenOptions, openFile } from './openFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-import-'));
let count = 0;

/** A file with these bytes, in a folder of the test. */
export function fileOf(content: string | Uint8Array): string {
  const path = join(folder, String(++count));
  writeFileSync(path, content);

  return path;
}

/** Row number → cells of a file. */
export async function rowsOf(
  content: string | Uint8Array,
  options: OpenOptions = {},
): Promise<Record<number, readonly FileCell[]>> {
  const file = await openFile(fileOf(content), options);
  try {
    const found: Record<number, readonly FileCell[]> = {};
    for await (const block of file.blocks()) for (const { row, cells } of block) found[row] = cells;

    return found;
  } finally {
    await file.close();
  }
}

export interface Workbook {
  /** XML within `sheetData`, by the name of the sheet. */
  readonly sheets?: Readonly<Record<string, string>>;
  readonly is1904?: boolean;
  /** XML of shared texts. */
  readonly texts?: string;
  /** Formats of the styles 1, 2, …: the number of a built-in one, or its code. */
  readonly formats?: readonly (number | string)[];
  /** Further parts, or others instead of the usual ones. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** An XLSX file made by hand. */
export function xlsxOf({ sheets = {}, is1904, texts = '', formats = [], parts = {} }: Workbook): Uint8Array {
  const names = Object.keys(sheets);
  const codes = formats.map((format, index) => (typeof format === 'number' ? format : 200 + index));
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="r">${is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map((format, index) =>
        typeof format === 'string' ? `<numFmt numFmtId="${200 + index}" formatCode="${format}"/>` : '',
      )
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, ...codes]
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };

  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])));
}
