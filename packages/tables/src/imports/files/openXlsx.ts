import type { Readable } from 'node:stream';
import { say } from '@rowhouse/problems';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { TableError } from '../../errors.ts';
import { describe, listed } from '../../request/parse/Faults.ts';
import { type FileRow, fileFault, limits, type RowsFile } from './FileRows.ts';
import { sheetBlocks } from './sheetBlocks.ts';
import { readSharedTexts, readStyles, readTargets, readWorkbook, type Workbook } from './workbookParts.ts';

/** Entries of an archive. A workbook with pictures has a few hundred. */
const mostEntries = 10_000;

/** Opens a sheet of an XLSX file, the first one by default. */
export async function openXlsx(path: string, sheet: string | null): Promise<RowsFile> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) =>
    Promise.reject(notXlsx(error)),
  );
  try {
    const entries = await entriesOf(zip);
    const parts: OpenPart = (name) => readPart(zip, entries, name);
    const { workbook, target } = await findSheet(parts, sheet);
    const styles = await readStyles(await parts('xl/styles.xml'));
    const texts = await readSharedTexts(await parts('xl/sharedStrings.xml'));
    const context = { texts, styles, is1904: workbook.is1904 };

    return {
      format: 'xlsx',
      sheets: workbook.sheets.map(({ name }) => name),
      async *blocks(): AsyncGenerator<readonly FileRow[]> {
        const stream = await parts(target);
        if (stream === null) throw notXlsx();
        yield* reading(sheetBlocks(stream, context));
      },
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof TableError ? error : notXlsx(error);
  }
}

/** A stream of an unpacked part of the archive; null if there is none of that name. */
type OpenPart = (name: string) => Promise<Readable | null>;

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > mostEntries) throw notXlsx();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);

  return entries;
}

async function readPart(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  name: string,
): Promise<Readable | null> {
  const entry = entries.get(name);
  if (!entry) return null;
  if (entry.isEncrypted()) throw fileFault('It has a password. Save it without one.');
  const { compressedSize, uncompressedSize } = entry;
  const isBomb = uncompressedSize > limits.suspicious && uncompressedSize > compressedSize * limits.ratio;
  if (isBomb || uncompressedSize > limits.unpacked) {
    throw fileFault(
      say`Unpacked, it would have ${Math.round(uncompressedSize / 1024 ** 2)} MB, which is more than a table can have. Save the table as CSV.`,
    );
  }

  // The stream ends with an error as soon as it has more bytes than the archive says.
  return zip.openReadStreamPromise(entry);
}

async function findSheet(
  parts: OpenPart,
  wanted: string | null,
): Promise<{ readonly workbook: Workbook; readonly target: string }> {
  const stream = await parts('xl/workbook.xml');
  if (stream === null) throw notXlsx();
  const workbook = await readWorkbook(stream);
  const targets = await readTargets(await parts('xl/_rels/workbook.xml.rels'));
  const names = workbook.sheets.map(({ name }) => name);
  const sheet = wanted === null ? workbook.sheets[0] : workbook.sheets.find(({ name }) => name === wanted);
  if (!sheet && wanted !== null) {
    const message = say`${describe(wanted)} is not a sheet of the file; send one of: ${listed(names)}.`;
    throw new TableError('tables.invalid_request', say`${'sheet'}: ${message}`, {
      fields: { sheet: [message] },
    });
  }
  const target = sheet && targets.get(sheet.relation);
  if (target === undefined) throw notXlsx();

  return { workbook, target };
}

/** Damaged archives and XML fail while they are read. */
async function* reading<T>(blocks: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* blocks;
  } catch (error) {
    throw error instanceof TableError ? error : notXlsx(error);
  }
}

function notXlsx(cause?: unknown): TableError {
  return fileFault(
    'It is damaged, or not an XLSX file. Open it in a spreadsheet program, and save it as XLSX or CSV.',
    cause,
  );
}
