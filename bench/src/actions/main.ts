import { installActionRuns } from '@rowhouse/tables';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../data/database.ts';
import { publish } from '../publish.ts';
import { runWorker } from '../runWorker.ts';
import { type Contender, contenders } from './contenders.ts';
import { parseOptions } from './options.ts';
import { report, type Series } from './report.ts';
import type { WorkerFigures } from './workers/workerSettings.ts';

/** `npm run bench -- action`: checks, measures, prints, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const { orders, few, rounds, out } = options;
  const database = await openDatabase(options.databaseUrl, { orders });
  const series = contenders
    .filter(({ name }) => options.only === null || options.only.includes(name))
    .map((contender): Series => ({ contender, few: [], many: [] }));

  try {
    const keys = await prepare(database.url, [few, orders]);

    for (let round = 0; round <= rounds; round++) {
      for (const one of series) {
        for (const rows of one.contender.many ? [few, orders] : [few]) {
          const figures = await runOnce(one.contender, {
            url: database.url,
            rows,
            keys: keys.get(rows) ?? 0,
          });
          // The first round is the check, and warms the database up.
          if (round > 0) (rows === few ? one.few : one.many).push(figures);
          console.log(
            `${round}: ${one.contender.name}: ${rows} rows, ${Math.round((1000 * rows) / figures.milliseconds)} rows/s, ` +
              `${Math.round(figures.peakMegabytes)} MB`,
          );
        }
      }
    }

    await publish(report(series, { orders, few, rounds, postgres: database.version }), out);
  } finally {
    await database.close();
  }
}

/** The number that the last run set; a database that is kept has those of earlier benchmarks. */
let lastMark = 0;

/** One run, checked: the rows that a function was called for, and those that were written. */
async function runOnce(
  { name, worker, mode, writes }: Contender,
  { url, rows, keys }: { url: string; rows: number; keys: number },
): Promise<WorkerFigures> {
  const mark = ++lastMark;
  const program = new URL(`./workers/${worker}.ts`, import.meta.url);
  if (writes) await withDatabase(url, (db) => sql`vacuum orders`.execute(db));
  const figures = await runWorker<WorkerFigures>(name, program, { databaseUrl: url, rows, mode, mark });
  const isCounted = mode !== 'update';

  if (isCounted && (figures.rows !== rows || figures.keys !== keys)) {
    throw new Error(`${name}: ${figures.rows} rows instead of ${rows}, or not the right ones.`);
  }
  if (writes) {
    const found = await withDatabase(url, async (db) => {
      const marked = sql<{ rows: string; keys: string }>`
        select count(*) as rows, sum(id) as keys from orders where items = ${mark}`;

      return (await marked.execute(db)).rows[0];
    });
    if (Number(found?.rows) !== rows || Number(found?.keys) !== keys) {
      throw new Error(`${name}: ${found?.rows} rows written instead of ${rows}, or not the right ones.`);
    }
  }

  return { ...figures, rows };
}

async function withDatabase<T>(
  connectionString: string,
  use: (db: Kysely<unknown>) => Promise<T>,
): Promise<T> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) }),
  });

  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

/** Creates the tables for runs. Returns the sum of the keys of the given number of rows. */
function prepare(connectionString: string, sizes: readonly number[]): Promise<Map<number, number>> {
  return withDatabase(connectionString, async (db) => {
    await installActionRuns(db);
    await sql`vacuum analyze orders`.execute(db);
    const highest = sql<{ mark: number }>`select max(items) as mark from orders`;
    lastMark = Number((await highest.execute(db)).rows[0]?.mark);
    const sums = new Map<number, number>();

    for (const rows of sizes) {
      const sum = await sql<{ keys: string }>`select sum(id) as keys from orders where id <= ${rows}`.execute(
        db,
      );
      sums.set(rows, Number(sum.rows[0]?.keys));
    }

    return sums;
  });
}
