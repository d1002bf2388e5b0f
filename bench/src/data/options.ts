import { readOptions } from '../readOptions.ts';

export interface Options {
  /** Rows in the table of orders. */
  orders: number;
  /** Whether the table is partitioned by month. */
  byMonth: boolean;
  /** Minutes after which no further month is seeded: what is there is measured. */
  seedMinutes: number;
  /** Minutes for which pages read under writes are compared with plain SQL; only by month. */
  compareMinutes: number;
  /** Null: an embedded server, removed afterwards. */
  databaseUrl: string | null;
  /** Seconds of full load per case and contender, all rounds together. */
  duration: number;
  rounds: number;
  connections: number;
  poolSize: number;
  /** Names; null means all. */
  contenders: string[] | null;
  /** Ids; null means all. */
  cases: string[] | null;
  /** The file that the report is written to; null for none. */
  out: string | null;
}

const usage = `npm run bench -- data [options]
  --rows 1000000            orders in the table; seeded when they are missing (--orders is the same)
  --by-month                partitions it by month; from 20,000,000 rows on it always is
  --seed-minutes 600        seeds no further month after this time, and measures what there is; only by month
  --compare-minutes 1       compares pages with plain SQL under writes for this time; only by month
  --database-url URL        default: DATABASE_URL, otherwise an embedded server
  --duration 5              seconds at full load per case and contender
  --rounds 3                rounds that the contenders take turns in
  --connections 16          concurrent requests at full load
  --pool-size 10            database connections of each contender
  --contenders a,b          only these (floor is needed for ratios)
  --cases a,b               only these
  --out docs/benchmarks-data.md  where the report goes; --out "" prints it only`;

/** @throws with the usage, if an option is unknown or not a number where one is required. */
export function parseOptions(args: string[]): Options {
  const { text, number, isSet } = readOptions(args, {
    usage,
    names: [
      'rows',
      'orders',
      'by-month',
      'seed-minutes',
      'compare-minutes',
      'database-url',
      'duration',
      'rounds',
      'connections',
      'pool-size',
      'contenders',
      'cases',
      'out',
    ],
    flags: ['by-month'],
  });
  const orders = number('rows', number('orders', 1_000_000));
  const list = (value: string | undefined) => value?.split(',').map((item) => item.trim()) ?? null;
  return {
    orders,
    byMonth: isSet('by-month') || orders >= 20_000_000,
    seedMinutes: number('seed-minutes', 600),
    compareMinutes: number('compare-minutes', 1),
    databaseUrl: text('database-url') ?? process.env.DATABASE_URL ?? null,
    duration: number('duration', 5),
    rounds: number('rounds', 3),
    connections: number('connections', 16),
    poolSize: number('pool-size', 10),
    contenders: list(text('contenders')),
    cases: list(text('cases')),
    out: text('out') === '' ? null : (text('out') ?? 'docs/benchmarks-data.md'),
  };
}
