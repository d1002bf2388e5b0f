import { readOptions } from '../readOptions.ts';

export interface Options {
  /** Seconds of each measurement. */
  readonly seconds: number;
  /** Pairs of processes for each contender. */
  readonly rounds: number;
  /** Concurrent calls, and connections. */
  readonly connections: number;
  /** Seconds of a load that lasts, instead of the comparison; null for the comparison. */
  readonly sustain: number | null;
  /** Calls a second of the load that lasts. */
  readonly rate: number;
  /** Rows of the measurement of the log's writer, instead of the comparison; null for the comparison. */
  readonly writer: number | null;
  /** Null: an embedded server, removed afterwards. */
  readonly databaseUrl: string | null;
  /** The file that the report is written to; null for none. */
  readonly out: string | null;
}

const usage = `npm run bench -- calls [options]
  --seconds 2          seconds of each measurement
  --rounds 8           times that each contender is measured, with processes of its own
  --connections 16     concurrent calls
  --sustain 600        instead: seconds of a steady load that the log keeps whole
  --rate 5000          calls a second of the steady load
  --writer 20000       instead: rows a second that the log writes
  --quick              2 rounds of a second
  --database-url URL   without api_logs and shops; default: DATABASE_URL, otherwise an embedded server
  --out FILE           where the report goes; without it, it is printed only`;

/** @throws with the usage, if an option is unknown or not a number where one is required. */
export function parseOptions(args: string[]): Options {
  const { text, number, isSet } = readOptions(args, {
    usage,
    names: ['seconds', 'rounds', 'connections', 'sustain', 'rate', 'writer', 'database-url', 'out', 'quick'],
    flags: ['quick'],
  });
  return {
    seconds: number('seconds', isSet('quick') ? 1 : 2),
    rounds: number('rounds', isSet('quick') ? 2 : 8),
    connections: number('connections', 16),
    sustain: text('sustain') ? number('sustain', 600) : null,
    rate: number('rate', 5_000),
    writer: text('writer') ? number('writer', 20_000) : null,
    databaseUrl: text('database-url') ?? process.env.DATABASE_URL ?? null,
    out: text('out') || null,
  };
}
