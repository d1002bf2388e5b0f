import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../data/database.ts';
import { publish } from '../publish.ts';
import { runWorker } from '../runWorker.ts';
import { contenders } from './contenders.ts';
import { keysBySql, keysInFile } from './correctness.ts';
import { extractSheet } from './extractSheet.ts';
import { parseOptions } from './options.ts';
import { report, type Series } from './report.ts';
import type { WorkerFigures, WorkerSettings } from './workers/workerSettings.ts';

/** `npm run bench -- export`: checks, measures, prints, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const { orders, few, rounds, out } = options;
  const database = await openDatabase(options.databaseUrl, { orders });
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-bench-'));
  const sheetOf = (rows: number) => join(folder, `sheet-${rows}.xml`);
  const run = (index: number, rows: number) => {
    const { name, worker } = contenders[index] as (typeof contenders)[number];
    const settings: WorkerSettings = {
      databaseUrl: database.url,
      rows,
      file: join(folder, `${index}.out`),
      sheetXml: sheetOf(rows),
    };
    return runWorker<WorkerFigures>(name, new URL(`./workers/${worker}.ts`, import.meta.url), settings);
  };

  try {
    for (const rows of [few, orders]) {
      await run(0, rows);
      await extractSheet(join(folder, '0.out'), sheetOf(rows));
    }
    await check(database.url, few, folder, run);
    const bytes: (number | null)[] = [];
    const figures = contenders.map(() => ({ many: [] as WorkerFigures[], few: [] as WorkerFigures[] }));

    for (let round = 1; round <= rounds; round++) {
      for (const [index, { name }] of contenders.entries()) {
        const small = await run(index, few);
        const large = await run(index, orders);
        bytes[index] = contenders[index]?.format ? (await stat(join(folder, `${index}.out`))).size : null;
        figures[index]?.few.push(small);
        figures[index]?.many.push(large);
        console.log(
          `${round}: ${name}: ${Math.round((1000 * orders) / large.milliseconds)} rows/s, ${Math.round(large.peakMegabytes)} MB`,
        );
      }
    }

    const series = contenders.map(
      (contender, index): Series => ({
        contender,
        many: figures[index]?.many ?? [],
        few: figures[index]?.few ?? [],
        bytes: bytes[index] ?? null,
      }),
    );
    await publish(report(series, { orders, few, rounds, postgres: database.version }), out);
  } finally {
    await rm(folder, { recursive: true });
    await database.close();
  }
}

/** Every file is read back before anything is measured: the small ones, since reading takes longer than writing. */
async function check(
  databaseUrl: string,
  wantedRows: number,
  folder: string,
  run: (index: number, rows: number) => Promise<WorkerFigures>,
): Promise<void> {
  const wanted = await keysBySql(databaseUrl, wantedRows);

  for (const [index, { name, format }] of contenders.entries()) {
    const { rows } = await run(index, wantedRows);
    if (rows !== wantedRows) throw new Error(`${name} says it has exported ${rows} rows, not ${wantedRows}.`);
    if (format === null) continue;
    const found = await keysInFile(join(folder, `${index}.out`), format);
    if (found.hash !== wanted.hash || found.count !== wanted.count) {
      throw new Error(`The file of ${name} has ${found.count} rows that are not those of SQL.`);
    }
    console.log(`The file of ${name} is right.`);
  }
}
