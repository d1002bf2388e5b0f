import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** An option of a suite: how it is read, and its line in the usage. */
export interface Option<Value> {
  readonly help: string;
  readonly type: 'string' | 'boolean';
  /** @throws if the text is not such a value. */
  read(given: string | boolean | undefined): Value;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

/** The values of the options: the key `databaseUrl` is `--database-url` on the command line. */
export type Values<Spec extends Options> = {
  readonly [Name in keyof Spec]: Spec[Name] extends Option<infer Value> ? Value : never;
};

/** A number above 0. */
export function number<Fallback extends number | null>(
  fallback: Fallback,
  help: string,
): Option<number | Fallback> {
  return {
    help: fallback === null ? help : `${help}; defaults to ${fallback.toLocaleString('en')}`,
    type: 'string',
    read(given) {
      if (given === undefined) return fallback;
      const value = Number(given);
      if (!(value > 0)) throw new Error(`${given} is not a number above 0.`);
      return value;
    },
  };
}

export const text = (help: string): Option<string | null> => ({
  help,
  type: 'string',
  read: (given) => (typeof given === 'string' && given !== '' ? given : null),
});

/** Names, separated by commas; null means all. */
export const list = (help: string): Option<readonly string[] | null> => ({
  help: `${help}, separated by commas; defaults to all`,
  type: 'string',
  read: (given) => (typeof given === 'string' ? given.split(',').map((item) => item.trim()) : null),
});

export const flag = (help: string): Option<boolean> => ({
  help,
  type: 'boolean',
  read: (given) => given === true,
});

export const databaseUrl = (help = 'the database'): Option<string | null> => ({
  ...text(`${help}; defaults to DATABASE_URL, otherwise an embedded server`),
  read: (given) => (typeof given === 'string' && given) || process.env.DATABASE_URL || null,
});

/** @throws with the usage, if an option is unknown or its value cannot be used. */
export function readOptions<Spec extends Options>(
  suite: string,
  spec: Spec,
  args: readonly string[],
): Values<Spec> {
  const names = Object.keys(spec).map((key) => ({
    key,
    flag: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  }));
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    names.map(({ key, flag }) => [flag, { type: spec[key]?.type ?? 'string' }]),
  );
  try {
    const { values } = parseArgs({ args: [...args], options: config });

    return Object.fromEntries(
      names.map(({ key, flag }) => [key, spec[key]?.read(values[flag] as string | boolean | undefined)]),
    ) as Values<Spec>;
  } catch (error) {
    const lines = names.map(({ key, flag }) => `  --${flag.padEnd(18)} ${spec[key]?.help}`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\nnpm run bench -- ${suite} [options]\n${lines.join('\n')}`);
  }
}

/** The items of the given names. @throws if one is unknown. */
export function choose<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  wanted: readonly string[] | null,
): readonly Item[] {
  if (wanted === null) return items;
  const unknown = wanted.filter((name) => !items.some((item) => nameOf(item) === name));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. Known: ${items.map(nameOf).join(', ')}.`);

  return items.filter((item) => wanted.includes(nameOf(item)));
}
