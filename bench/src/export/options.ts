import { readOptions } from '../readOptions.ts';

export interface Options {
  /** Rows of the large export. */
  readonly orders: number;
  /** Rows of the small one, against which memory is compared. */
  readonly few: number;
  /** Null: an embedded server, removed afterwards. */
  readonly databaseUrl: string | null;
  readonly rounds: number;
  /** The file that the report is written to; null for none. */
  readonly out: string | null;
}

const usage = `npm run bench -- export [options]
  --orders 1000000     rows of the large export; seeded when they are missing
  --few 100000         rows of the small one
  --rounds 3           rounds that the contenders take turns in
  --database-url URL   default: DATABASE_URL, otherwise an embedded server
  --out FILE           where the report goes; without it, it is printed only`;

/** @throws with the usage, if an option is unknown or not a number where one is required. */
export function parseOptions(args: string[]): Options {
  const { text, number } = readOptions(args, {
    usage,
    names: ['orders', 'few', 'rounds', 'database-url', 'out'],
  });
  return {
    orders: number('orders', 1_000_000),
    few: number('few', 100_000),
    rounds: number('rounds', 3),
    databaseUrl: text('database-url') ?? process.env.DATABASE_URL ?? null,
    out: text('out') || null,
  };
}
