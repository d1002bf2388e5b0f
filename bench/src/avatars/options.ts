import { parseArgs } from 'node:util';

export interface Options {
  /** Seconds of each measurement, in each round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Requests at once. */
  readonly connections: number;
  /** The file that the report is written to; null for none. */
  readonly out: string | null;
}

export const usage = `npm run bench -- avatars [options]
  --seconds 3          seconds of each measurement
  --rounds 3           rounds that the contenders take turns in
  --connections 16     requests at once
  --out FILE           where the report goes; without it, it is printed only`;

/** @throws with the usage, when an option is unknown or not a number where one is wanted. */
export function parseOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { seconds: text, rounds: text, connections: text, out: text },
  });
  const number = (name: 'seconds' | 'rounds' | 'connections', fallback: number): number => {
    const value = Number(values[name] ?? fallback);
    if (!(value > 0)) throw new Error(`--${name} wants a number above 0.\n${usage}`);
    return value;
  };
  return {
    seconds: number('seconds', 3),
    rounds: number('rounds', 3),
    connections: number('connections', 16),
    out: values.out || null,
  };
}
