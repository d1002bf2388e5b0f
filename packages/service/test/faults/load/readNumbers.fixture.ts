import { readSheet } from 'read-excel-file/node';

/** The numbers of the orders in an exported file, a workbook or a CSV, in their order. */
export async function readNumbers(file: Buffer): Promise<string[]> {
  const isWorkbook = file.subarray(0, 2).toString() === 'PK';
  if (!isWorkbook) return file.toString().match(/R-\d{4}-\d{6,}/g) ?? [];
  const [header = [], ...rows] = await readSheet(file);
  const column = header.indexOf('Number');

  return rows.map((cells) => String(cells[column]));
}
