import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import unzipper from 'unzipper';
import { runChild } from '../harness/child.ts';
import { inTurns } from '../harness/inTurns.ts';
import { databaseUrl, number } from '../harness/options.ts';
import { thousands } from '../harness/report.ts';
import { medianOf } from '../harness/statistics.ts';
import { defineSuite } from '../harness/suite.ts';
import type { RunFigures } from '../harness/worker.ts';
import { openOrders } from '../orders/openOrders.ts';
import { type Contender, contenders, rowhouse } from './contenders.ts';
import { keysBySql, keysInFile } from './correctness.ts';
import type { ExportSettings } from './workers/settings.ts';

interface Run {
  readonly contender: Contender;
  readonly rows: number;
}

interface ExportFigures extends RunFigures {
  readonly rows: number;
  /** Of the file; null where it cannot be read back. */
  readonly bytes: number | null;
}

/** A spreadsheet and a CSV file: next to exceljs and COPY. */
export const suite = defineSuite(
  {
    orders: number(1_000_000, 'rows of the large export; seeded when they are missing'),
    few: number(100_000, 'rows of the small one'),
    rounds: number(3, 'rounds in which the contenders take turns'),
    databaseUrl,
  },
  async ({ orders, rounds, ...options }) => {
    const few = Math.min(options.few, orders);
    const database = await openOrders(options.databaseUrl, orders);
    const folder = await mkdtemp(join(tmpdir(), 'rowhouse-bench-'));
    const file = join(folder, 'export');
    const sheetOf = (rows: number) => join(folder, `sheet-${rows}.xml`);
    const run = async ({ contender, rows }: Run): Promise<ExportFigures> => {
      const { name, worker, mode, format } = contender;
      const settings: ExportSettings = {
        databaseUrl: database.url,
        rows,
        mode,
        file,
        sheetXml: sheetOf(rows),
      };
      const program = new URL(`./workers/${worker}.ts`, import.meta.url);
      const figures = await runChild<RunFigures & { rows: number }>(name, program, settings);
      if (figures.rows !== rows) throw new Error(`${name} reported ${figures.rows} rows, not ${rows}.`);
      return { ...figures, bytes: format === null ? null : (await stat(file)).size };
    };

    try {
      for (const rows of [few, orders]) {
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

      const runs = contenders.map((contender) => ({
        few: { contender, rows: few },
        many: { contender, rows: orders },
      }));
      const measured = await inTurns(
        rounds,
        runs.flatMap((one) => [one.few, one.many]),
        async (one, round) => {
          const figures = await run(one);
          console.log(
            `${round}: ${one.contender.name}: ${thousands(perSecond(figures))} rows/s, ${thousands(figures.peakMegabytes)} MB`,
          );
          return figures;
        },
        { warmUp: false },
      );
      const speedOf = (one: Run) => medianOf(measured.get(one) ?? [], perSecond);
      const megabytes = (one: Run) =>
        thousands(medianOf(measured.get(one) ?? [], (figures) => figures.peakMegabytes));
      const own = speedOf(runs[0]!.many);

      return {
        title: 'Exports',
        about: `${thousands(orders)} orders joined to their customers, ten columns, as a spreadsheet and as CSV, in one run, side by side.`,
        postgres: database.version,
        notes: [
          'Each export is a process of its own: from the first statement to the closed file; memory is its largest resident set.',
          `The order numbers in the file of ${thousands(few)} rows of every contender are read back, from spreadsheets by exceljs, and compared with SQL, in order, before anything counts.`,
          `Medians of ${rounds} rounds in which the contenders take turns.`,
        ],
        contenders,
        sections: [
          {
            table: {
              head: [
                '',
                'rows/s',
                'rowhouse is',
                'CPU s',
                `MB at ${thousands(few)}`,
                `MB at ${thousands(orders)}`,
                'file MB',
              ],
              rows: runs.map(({ few: small, many }) => {
                const all = measured.get(many) ?? [];
                const bytes = medianOf(all, (figures) => figures.bytes);
                return [
                  many.contender.name,
                  thousands(speedOf(many)),
                  `${(own / speedOf(many)).toFixed(2)} ×`,
                  medianOf(all, ({ cpuSeconds }) => cpuSeconds).toFixed(1),
                  megabytes(small),
                  megabytes(many),
                  bytes === null ? '–' : (bytes / 1e6).toFixed(1),
                ];
              }),
            },
          },
        ],
      };
    } finally {
      await rm(folder, { recursive: true });
      await database.close();
    }
  },
);

const perSecond = ({ rows, milliseconds }: ExportFigures) => (1000 * rows) / milliseconds;

/** Writes the XML of the first sheet of a workbook to a file. */
async function extractSheet(workbook: string, target: string): Promise<void> {
  const { files } = await unzipper.Open.file(workbook);
  const sheet = files.find(({ path }) => path === 'xl/worksheets/sheet1.xml');
  if (!sheet) throw new Error(`${workbook} has no sheet.`);
  await pipeline(sheet.stream(), createWriteStream(target));
}
