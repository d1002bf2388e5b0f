import { readOptions } from '../readOptions.ts';

export interface Options {
  /** Calls in the large log. */
  readonly rows: number;
  /** Calls in the log that it is held against. */
  readonly small: number;
  /** Null: an embedded server, removed afterwards. */
  readonly databaseUrl: string | null;
  /** Requests of each case to each server. */
  readonly requests: number;
  readonly poolSize: number;
  /** The file that the report is written to; null for none. */
  readonly out: string | null;
}

const usage = `npm run bench -- apiLogs [options]
  --rows 10000000                    calls in the large log; 10 GB of disk
  --small 100000                     calls in the log that it is held against
  --database-url URL                 default: DATABASE_URL, otherwise an embedded server; each log has a database of
                                     its own, named after this one and its number of calls, filled when it is missing
  --requests 400                     requests of each case to each server
  --pool-size 10                     database connections of each server
  --out docs/benchmarks-api-logs.md  where the report goes; --out "" prints it only`;

/** @throws with the usage, if an option is unknown or not a number where one is required. */
export function parseOptions(args: string[]): Options {
  const { text, number } = readOptions(args, {
    usage,
    names: ['rows', 'small', 'database-url', 'requests', 'pool-size', 'out'],
  });

  return {
    rows: number('rows', 10_000_000),
    small: number('small', 100_000),
    databaseUrl: text('database-url') ?? process.env.DATABASE_URL ?? null,
    requests: number('requests', 400),
    poolSize: number('pool-size', 10),
    out: text('out') === '' ? null : (text('out') ?? 'docs/benchmarks-api-logs.md'),
  };
}
