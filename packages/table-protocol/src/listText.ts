/** Texts that stay recognisable among commas: not empty, and without what separates, quotes or opens a list. */
const plainItem = /^(?!null$)(?!\s)[^,"[\]{}]+(?<!\s)$/;

/**
 * A list as text: `a, b`, or JSON where another list would look the same, such as `["a, b"]`, `[1,null]`, `[]` and
 * `[[1,2]]`. Throws a TypeError for what JSON cannot contain.
 */
export function listText(list: readonly unknown[]): string {
  const isPlain = list.every((item) =>
    typeof item === 'string' ? plainItem.test(item) : /^(number|bigint|boolean)$/.test(typeof item),
  );

  return isPlain && list.length > 0 ? list.join(', ') : jsonText(list);
}

/** As JSON, with big integers as texts; empty for what JSON does not have. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? String(item) : item)) ?? '';
}
