import { readOptions } from '../readOptions.ts';

export interface Options {
  /** Seconds of each measurement. */
  readonly seconds: number;
  /** Pairs of processes for each contender. */
  readonly rounds: number;
  /** Calls at once, and connections. */
  readonly connections: number;
  /** The file that the report is written to; null for none. */
  readonly out: string | null;
}

const usage = `npm run bench -- calls [options]
  --seconds 2          seconds of each measurement
  --rounds 8           times that each contender is measured, with processes of its own
  --connections 16     calls at once
  --quick              2 rounds of a second
  --out FILE           where the report goes; without it, it is printed only`;

/** @throws with the usage, when an option is unknown or not a number where one is wanted. */
export function parseOptions(args: string[]): Options {
  const { text, number, isSet } = readOptions(args, {
    usage,
    names: ['seconds', 'rounds', 'connections', 'out', 'quick'],
    flags: ['quick'],
  });
  return {
    seconds: number('seconds', isSet('quick') ? 1 : 2),
    rounds: number('rounds', isSet('quick') ? 2 : 8),
    connections: number('connections', 16),
    out: text('out') || null,
  };
}
