import { sql } from 'kysely';
import { connect } from '../../../packages/service/src/kernel/database/Database.ts';
import { callStatistics } from '../../../packages/service/src/modules/apiCalls/logs/callStatistics.ts';
import { type Figures, figuresOf } from './measure.ts';
import type { Log } from './startServer.ts';

export interface StatisticsFigures {
  readonly title: string;
  readonly ofRows: ReadonlyMap<number, Figures>;
}

const rounds = 20;

/** What the chart costs the database: 24 hours of which nothing is known yet, and again when only the open hour is not. */
export async function measureStatistics(logs: readonly Log[]): Promise<StatisticsFigures[]> {
  const cold = new Map<number, Figures>();
  const open = new Map<number, Figures>();

  for (const { databaseUrl, rows } of logs) {
    const { db, close } = connect({ url: databaseUrl, poolSize: 1, onIdleError: () => undefined });
    try {
      const { rows: found } = await sql<{ end: Date }>`select max(created_at) as end from api_logs`.execute(
        db,
      );
      const times: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        let now = found[0]?.end.getTime() ?? 0;
        const read = callStatistics(db, () => now);
        times[0].push(await milliseconds(() => read(24)));
        now += 5_000;
        times[1].push(await milliseconds(() => read(24)));
      }
      cold.set(rows, figuresOf(times[0]));
      open.set(rows, figuresOf(times[1]));
    } finally {
      await close();
    }
  }

  return [
    { title: '24 hours, nothing kept', ofRows: cold },
    { title: '24 hours, those that are over kept', ofRows: open },
  ];
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();

  return performance.now() - begin;
}
