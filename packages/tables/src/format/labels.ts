/** Abbreviations that are written in capitals. */
const capitals = new Set(['id', 'url', 'ip', 'vat', 'sku', 'iban', 'html', 'api', 'uuid']);

/** `placed_at` and `placedAt` → `Placed at`. */
export function humanised(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (capitals.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()));
  const text = words.join(' ');

  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Lower-case words with `_`, `-` or a capital between them: sentence case hides nothing of these. */
const identifier = /^\p{L}\p{Ll}*\p{N}*(?:[_-]\p{Ll}+\p{N}*|_\p{N}+|\p{Lu}\p{Ll}+)*$/u;

/**
 * Value → label. `in_stock` is "In stock"; if that would hide a character of one value, such as the sign of `A+`, or
 * give two values one label, all values are their own labels.
 */
export function valueLabels(values: readonly string[]): Readonly<Record<string, string>> {
  const labels = values.map(humanised);
  const isClear =
    values.every((value) => value === '' || identifier.test(value)) && new Set(labels).size === labels.length;

  return Object.fromEntries(values.map((value, index) => [value, (isClear && labels[index]) || value]));
}
