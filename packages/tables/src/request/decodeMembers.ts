import { TableError } from '../errors.ts';

/** Members that may come as one JSON text each. */
const jsonMembers = ['internalFilters', 'filters', 'intervals', 'params', 'columns', 'meta', 'selection'];

/** Members whose list entries may come as JSON texts too: some HTTP clients write lists of objects as `columns[]={…}`. */
const jsonEntryMembers = new Set(['internalFilters', 'columns']);

/**
 * A copy of the payload in which members that came as JSON text are parsed. `isJson` decides which texts are; others
 * stay as they are. Throws `tables.malformed_request` on broken JSON.
 */
export function decodeMembers(
  payload: Readonly<Record<string, unknown>>,
  isJson: (text: string) => boolean,
): Record<string, unknown> {
  const decode = (value: unknown, name: string) =>
    typeof value === 'string' && isJson(value) ? parseJson(value, name) : value;
  const decoded: Record<string, unknown> = { __proto__: null, ...payload };

  for (const name of jsonMembers) {
    const value = decoded[name];

    if (typeof value === 'string') {
      decoded[name] = decode(value, name);
    } else if (Array.isArray(value) && jsonEntryMembers.has(name)) {
      decoded[name] = value.map((entry: unknown, index) => decode(entry, `${name}.${index}`));
    }
  }

  return decoded;
}

/** An empty text means that the member is not given; it is never parsed. */
function parseJson(text: string, name: string): unknown {
  if (text === '') {
    return null;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TableError(
      'tables.malformed_request',
      `The member ${name} is not valid JSON; send JSON text, or bracketed members in a query string.`,
      { cause },
    );
  }
}
