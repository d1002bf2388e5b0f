import { type JsonNode, readJson } from './json/exactJson.ts';

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

/**
 * The items of a list as `listText` writes it, each as text; null for a text that begins like JSON, but is no list of plain
 * values. The numbers of a list in JSON keep their digits.
 */
export function readListText(text: string): (string | null)[] | null {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (!trimmed.startsWith('[')) return trimmed.split(',').map((item) => item.trim());
  const read = readJson(trimmed);
  if ('at' in read || read.kind !== 'list') return null;
  const items = read.items.map(itemText);

  return items.some((item) => item === undefined) ? null : (items as (string | null)[]);
}

/** Undefined for a list or an object. */
function itemText(item: JsonNode): string | null | undefined {
  if (item.kind !== 'value') return undefined;
  if (item.text === 'null') return null;

  return item.text.startsWith('"') ? String(JSON.parse(item.text)) : item.text;
}
