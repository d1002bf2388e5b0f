import { readOptions } from '../readOptions.ts';

export interface Options {
  /** Seconds of each measurement, in each round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Concurrent requests. */
  readonly connections: number;
  /** The file that the report is written to; null for none. */
  readonly out: string | null;
}

const usage = `npm run bench -- avatars [options]
  --seconds 3          seconds of each measurement
  --rounds 3           rounds that the contenders take turns in
  --connections 16     concurrent requests
  --out FILE           where the report goes; without it, it is printed only`;

/** @throws with the usage, if an option is unknown or not a number where one is required. */
export function parseOptions(args: string[]): Options {
  const { text, number } = readOptions(args, {
    usage,
    names: ['seconds', 'rounds', 'connections', 'out'],
  });
  return {
    seconds: number('seconds', 3),
    rounds: number('rounds', 3),
    connections: number('connections', 16),
    out: text('out') || null,
  };
}
