import { parseArgs } from 'node:util';

export interface Options {
  /** Seconds of each measurement, in each round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Calls at once, and connections. */
  readonly connections: number;
  /** The file that the report is written to; null for none. */
  readonly out: string | null;
}

export const usage = `npm run bench -- calls [options]
  --seconds 1.5        seconds of each measurement
  --rounds 12          rounds that the contenders take turns in
  --connections 16     calls at once
  --quick              3 rounds of a second
  --out FILE           where the report goes; without it, it is printed only`;

/** @throws with the usage, when an option is unknown or not a number where one is wanted. */
export function parseOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { seconds: text, rounds: text, connections: text, out: text, quick: { type: 'boolean' } },
  });
  const number = (name: 'seconds' | 'rounds' | 'connections', fallback: number): number => {
    const value = Number(values[name] ?? fallback);
    if (!(value > 0)) throw new Error(`--${name} wants a number above 0.\n${usage}`);
    return value;
  };
  return {
    seconds: number('seconds', values.quick ? 1 : 1.5),
    rounds: number('rounds', values.quick ? 3 : 12),
    connections: number('connections', 16),
    out: values.out || null,
  };
}
