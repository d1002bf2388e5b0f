import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import unzipper from 'unzipper';

/** Writes the XML of the first sheet of a workbook to a file. */
export async function extractSheet(workbook: string, target: string): Promise<void> {
  const { files } = await unzipper.Open.file(workbook);
  const sheet = files.find(({ path }) => path === 'xl/worksheets/sheet1.xml');
  if (!sheet) throw new Error(`${workbook} has no sheet.`);
  await pipeline(sheet.stream(), createWriteStream(target));
}
