/** An entry of the command menu. */
export interface Command {
  /** Unique and stable between visits. */
  readonly id: string;
  /** Translated. */
  readonly name: string;
  /** Heading above it, translated. */
  readonly group: string;
  /** Font Awesome class. */
  readonly icon: string;
  /** Keyboard shortcuts of the same command, such as `Ctrl+Shift+L`. */
  readonly keys?: string;
  run(): unknown;
}

/**
 * The commands that have every word of `query` in their name or group, in any order and without regard to case and accents.
 * Names that begin with the query come first, then those with a word that does. Without a query, `recent` ids come first.
 */
export function matchCommands(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
): readonly Command[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const placeOf = ({ id }: Command) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  if (words.length === 0) return commands.toSorted((one, other) => placeOf(one) - placeOf(other));

  return commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank < none)
    .toSorted((one, other) => one.rank - other.rank || placeOf(one.command) - placeOf(other.command))
    .map(({ command }) => command);
}

const none = 4;

/** 0 is the best; `none` for a command that does not match. */
function rankOf({ name, group }: Command, words: readonly string[]): number {
  const text = fold(name);
  const all = `${text} ${fold(group)}`;
  if (!words.every((word) => all.includes(word))) return none;
  if (text.startsWith(words.join(' '))) return 0;
  const beginnings = ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
  if (words.every((word) => beginnings.includes(` ${word}`))) return 1;

  return words.every((word) => text.includes(word)) ? 2 : 3;
}

/** Lower-case letters without accents: `Überblick` becomes `uberblick`. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
