import { readOptions } from '../readOptions.ts';

export interface Options {
  /** Rows that the action runs over. */
  readonly orders: number;
  /** Rows of the small run, against which memory is compared. */
  readonly few: number;
  /** Null: an embedded server, removed afterwards. */
  readonly databaseUrl: string | null;
  readonly rounds: number;
  /** Names of the contenders; null for all. */
  readonly only: readonly string[] | null;
  /** The file that the report is written to; null for none. */
  readonly out: string | null;
}

const usage = `npm run bench -- action [options]
  --orders 1000000     rows that the action runs over; seeded when they are missing
  --few 100000         rows of the small run
  --rounds 3           rounds that the contenders take turns in
  --only 'one UPDATE;rowhouse, update'  only these contenders; default: all
  --database-url URL   default: DATABASE_URL, otherwise an embedded server
  --out FILE           where the report goes; without it, it is printed only`;

/** @throws with the usage, if an option is unknown or not a number where one is required. */
export function parseOptions(args: string[]): Options {
  const { text, number } = readOptions(args, {
    usage,
    names: ['orders', 'few', 'rounds', 'only', 'database-url', 'out'],
  });
  const orders = number('orders', 1_000_000);
  return {
    orders,
    few: Math.min(number('few', 100_000), orders),
    rounds: number('rounds', 3),
    only: text('only')?.split(';') ?? null,
    databaseUrl: text('database-url') ?? process.env.DATABASE_URL ?? null,
    out: text('out') || null,
  };
}
