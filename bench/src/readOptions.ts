import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

export interface ReadOptions<Name extends string> {
  text(name: Name): string | undefined;
  /** @throws with the usage, unless it is above 0. */
  number(name: Name, fallback: number): number;
  isSet(name: Name): boolean;
}

/** Reads `--name value` and, of `flags`, `--name`. @throws with the usage, when an option is unknown. */
export function readOptions<Name extends string>(
  args: string[],
  { usage, names, flags = [] }: { usage: string; names: readonly Name[]; flags?: readonly Name[] },
): ReadOptions<Name> {
  const options: ParseArgsOptionsConfig = {};
  for (const name of names) options[name] = { type: flags.includes(name) ? 'boolean' : 'string' };
  const values = parsed(args, options, usage);
  const text = (name: Name) => (typeof values[name] === 'string' ? values[name] : undefined);

  return {
    text,
    number(name, fallback) {
      const value = Number(text(name) ?? fallback);
      if (!(value > 0)) throw new Error(`--${name} wants a number above 0.\n${usage}`);
      return value;
    },
    isSet: (name) => values[name] === true,
  };
}

function parsed(args: string[], options: ParseArgsOptionsConfig, usage: string) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
