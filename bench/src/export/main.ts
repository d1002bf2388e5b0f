import { createWriteStream } from 'node:fs';
import { mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import unzipper from 'unzipper';
import { runChild } from '../harness/child.ts';
import { databaseUrl, number } from '../harness/options.ts';
import { fixed, thousands, written } from '../harness/report.ts';
import { measureSizes } from '../harness/sizes.ts';
import { medianOf } from '../harness/statistics.ts';
import { defineSuite } from '../harness/suite.ts';
import type { RunFigures } from '../harness/worker.ts';
import { openOrders } from '../orders/openOrders.ts';
import { type Contender, contenders, type ExportSettings, rowhouse } from './contenders.ts';
import { keysBySql, keysInFile } from './correctness.ts';

interface ExportFigures extends RunFigures {
  /** Of the file; null where it cannot be read back. */
  readonly bytes: number | null;
}

/** A spreadsheet and a CSV file: next to exceljs and COPY. */
export const suite = defineSuite(
  {
    orders: number(1_000_000, 'rows of the large export; seeded when they are missing'),
    few: number(100_000, 'rows of the small one'),
    rounds: number(3, 'rounds in which the contenders take turns'),
    databaseUrl: databaseUrl(),
  },
  async ({ orders, rounds, ...options }) => {
    const few = Math.min(options.few, orders);
    const sizes = [few, orders] as const;
    await using database = await openOrders(options.databaseUrl, orders);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'rowhouse-bench-'));
    const file = join(folder.path, 'export');
    const sheetOf = (rows: number) => join(folder.path, `sheet-${rows}.xml`);
    const run = async ({
      contender,
      rows,
    }: {
      contender: Contender;
      rows: number;
    }): Promise<ExportFigures> => {
      const { name, worker, mode, format } = contender;
      const sheetXml = sheetOf(rows);
      const settings: ExportSettings = { databaseUrl: database.url, rows, mode, file, sheetXml };
      const program = new URL(`./workers/${worker}.ts`, import.meta.url);
      const figures = await runChild<RunFigures & { rows: number }>(name, program, settings);
      if (figures.rows !== rows) throw new Error(`${name} reported ${figures.rows} rows, not ${rows}.`);
      return { ...figures, bytes: format === null ? null : (await stat(file)).size };
    };

    for (const rows of sizes) {
      await run({ contender: rowhouse, rows });
      await extractSheet(file, sheetOf(rows));
    }
    // The small files are read back: reading takes longer than writing.
    const expected = await keysBySql(database.url, few);
    for (const contender of contenders) {
      await run({ contender, rows: few });
      if (contender.format === null) continue;
      const found = await keysInFile(file, contender.format);
      if (found.hash !== expected.hash || found.count !== expected.count)
        throw new Error(`The file of ${contender.name} has ${found.count} rows that are not those of SQL.`);
    }
    console.log('All files are right.');

    const table = await measureSizes(contenders, sizes, rounds, run, {
      warmUp: false,
      further: [
        { head: 'rowhouse is', cell: (own, first) => `${(time(own) / time(first)).toFixed(2)} ×` },
        { head: 'file MB', cell: (own) => written(megabytes(own), fixed(1)) },
      ],
    });

    return {
      title: 'Exports',
      about: `${thousands(orders)} orders joined to their customers, ten columns, as a spreadsheet and as CSV, in one run, side by side.`,
      postgres: database.version,
      notes: [
        'Each export is a process of its own: from the first statement to the closed file; memory is its largest resident set.',
        `The order numbers in the file of ${thousands(few)} rows of every contender are read back, from spreadsheets by exceljs, and compared with SQL, in order, before anything counts.`,
      ],
      rounds,
      contenders,
      sections: [{ table }],
    };
  },
);

const time = (rounds: readonly ExportFigures[]) => medianOf(rounds, ({ milliseconds }) => milliseconds);
const megabytes = (rounds: readonly ExportFigures[]) =>
  medianOf(rounds, ({ bytes }) => (bytes === null ? null : bytes / 1e6));

/** Writes the XML of the first sheet of a workbook to a file. */
async function extractSheet(workbook: string, target: string): Promise<void> {
  const { files } = await unzipper.Open.file(workbook);
  const sheet = files.find(({ path }) => path === 'xl/worksheets/sheet1.xml');
  if (!sheet) throw new Error(`${workbook} has no sheet.`);
  await pipeline(sheet.stream(), createWriteStream(target));
}
