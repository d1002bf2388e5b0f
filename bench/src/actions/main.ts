import { installActionRuns } from '@rowhouse/tables';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../data/database.ts';
import { publish } from '../publish.ts';
import { runWorker } from '../runWorker.ts';
import { contenders } from './contenders.ts';
import { parseOptions } from './options.ts';
import { report, type Series } from './report.ts';
import type { WorkerFigures } from './workers/workerSettings.ts';

/** `npm run bench -- action`: checks, measures, prints, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const { orders, few, rounds, out } = options;
  const database = await openDatabase(options.databaseUrl, orders);
  const series = contenders.map((contender): Series => ({ contender, few: [], many: [] }));

  try {
    const keys = await prepare(database.url, [few, orders]);

    for (let round = 0; round <= rounds; round++) {
      for (const one of series) {
        const { contender } = one;

        for (const rows of contender.many ? [few, orders] : [few]) {
          const { name, worker, mode } = contender;
          const program = new URL(`./workers/${worker}.ts`, import.meta.url);
          const figures = await runWorker<WorkerFigures>(name, program, {
            databaseUrl: database.url,
            rows,
            mode,
          });

          if (figures.rows !== rows || figures.keys !== keys.get(rows)) {
            throw new Error(
              `${contender.name}: ${figures.rows} rows instead of ${rows}, or not the right ones.`,
            );
          }
          // The first round is the check, and warms the database up.
          if (round > 0) (rows === few ? one.few : one.many).push(figures);
          console.log(
            `${round}: ${contender.name}: ${rows} rows, ${Math.round((1000 * rows) / figures.milliseconds)} rows/s, ` +
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

/** Makes the tables for runs, and answers the sum of the keys of so many rows. */
async function prepare(connectionString: string, sizes: readonly number[]): Promise<Map<number, number>> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) }),
  });

  try {
    await installActionRuns(db);
    await sql`vacuum analyze orders`.execute(db);
    const sums = new Map<number, number>();

    for (const rows of sizes) {
      const sum = await sql<{ keys: string }>`select sum(id) as keys from orders where id <= ${rows}`.execute(
        db,
      );
      sums.set(rows, Number(sum.rows[0]?.keys));
    }

    return sums;
  } finally {
    await db.destroy();
  }
}
