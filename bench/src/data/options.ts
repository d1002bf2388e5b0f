import { readOptions } from '../readOptions.ts';

export interface Options {
  orders: number;
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
  --orders 1000000          orders in the table; seeded when they are missing
  --database-url URL        default: DATABASE_URL, otherwise an embedded server
  --duration 5              seconds at full load per case and contender
  --rounds 3                rounds that the contenders take turns in
  --connections 16          requests at once at full load
  --pool-size 10            database connections of each contender
  --contenders a,b          only these (floor is needed for ratios)
  --cases a,b               only these
  --out docs/benchmarks-data.md  where the report goes; --out "" prints it only`;

/** @throws with the usage, when an option is unknown or not a number where one is wanted. */
export function parseOptions(args: string[]): Options {
  const { text, number } = readOptions(args, {
    usage,
    names: [
      'orders',
      'database-url',
      'duration',
      'rounds',
      'connections',
      'pool-size',
      'contenders',
      'cases',
      'out',
    ],
  });
  const list = (value: string | undefined) => value?.split(',').map((item) => item.trim()) ?? null;
  return {
    orders: number('orders', 1_000_000),
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
