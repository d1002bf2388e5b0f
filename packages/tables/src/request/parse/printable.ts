/** Text from outside made fit for a message: shortened to `limit` characters, invisible characters escaped. */
export function printable(text: string, limit = 40): string {
  // Cutting before splitting keeps the work small; each character is at most two code units.
  const characters = Array.from(text.slice(0, limit * 2 + 2));
  const shown = characters.length > limit ? `${characters.slice(0, limit).join('')}…` : characters.join('');
  return shown.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A value from outside as a message names it. */
export function describe(value: unknown): string {
  if (typeof value === 'string') {
    return `"${printable(value)}"`;
  }
  if (Array.isArray(value)) {
    return 'A list';
  }
  if (value === undefined) {
    return 'A missing value';
  }
  return typeof value === 'object' && value !== null ? 'An object' : printable(String(value));
}

const namesLimit = 20;

/** Allowed words as a message lists them. */
export function listed(names: Iterable<string>): string {
  const all = [...names];
  if (all.length === 0) {
    return 'none';
  }
  const shown = all.slice(0, namesLimit).join(', ');
  return all.length > namesLimit ? `${shown} and ${all.length - namesLimit} more` : shown;
}
