import { readOptions } from '../readOptions.ts';

export interface Options {
  /** Tables of the database that is introspected. */
  readonly tables: number;
  /** Rows of the table whose first page is read. */
  readonly rows: number;
  readonly rounds: number;
  /** Starts of the service of each kind. */
  readonly starts: number;
  /** Null: an embedded server, removed afterwards. */
  readonly databaseUrl: string | null;
  /** The file that the report is written to; null for none. */
  readonly out: string | null;
}

const usage = `npm run bench -- introspect [options]
  --tables 200         tables of the database that is introspected
  --rows 1000000       rows of the table whose first page is read
  --rounds 300         first pages of each, in turns
  --starts 7           starts of the service of each kind, in turns
  --database-url URL   a database of its own, whose tables are made anew; default: an embedded server
  --out FILE           where the report goes; without it, it is printed only`;

/** @throws with the usage, when an option is unknown or not a number where one is expected. */
export function parseOptions(args: string[]): Options {
  const { text, number } = readOptions(args, {
    usage,
    names: ['tables', 'rows', 'rounds', 'starts', 'database-url', 'out'],
  });

  return {
    tables: number('tables', 200),
    rows: number('rows', 1_000_000),
    rounds: number('rounds', 300),
    starts: number('starts', 7),
    databaseUrl: text('database-url') ?? null,
    out: text('out') || null,
  };
}
