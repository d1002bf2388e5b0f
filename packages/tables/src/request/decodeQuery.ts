import { say } from '@rowhouse/problems';
import { parse } from 'qs';
import { TableError } from '../errors.ts';

/** Maximum parameters of a query string. */
const parameterLimit = 5000;
/** Maximum entries of a list; the largest index is one less. */
const listLimit = 1000;
/** Maximum brackets after a member's name. */
const depthLimit = 8;

/**
 * Parses a raw query string (with or without the leading `?`) into the payload of an equivalent JSON body. Members may
 * be bracketed (`meta[start]=0`, percent-encoded or bare) or one JSON string each (`meta={"start":0}`), side by side in
 * one query. Bracketed values stay text: `parseRequest` parses numbers and booleans. Objects have no prototype, unless
 * they come from JSON.
 *
 * Throws `tables.malformed_request` on broken percent-encoding, broken JSON, `__proto__` as a name, and for a query
 * above these limits.
 */
export function decodeQuery(query: string): Record<string, unknown> {
  return decodeMembers(parseBrackets(query), () => true);
}

function parseBrackets(query: string): Record<string, unknown> {
  let member = '';
  try {
    return parse(query, {
      ignoreQueryPrefix: true,
      plainObjects: true,
      parameterLimit,
      arrayLimit: listLimit,
      depth: depthLimit,
      strictDepth: true,
      throwOnLimitExceeded: true,
      // qs asks for the key of each parameter before its value, so `member` names both.
      decoder: (text, _decode, _charset, type) => {
        if (type === 'key') {
          member = text;
        }
        const decoded = decodePart(text, member);
        if (type === 'key' && /(^|\[)__proto__([\][]|$)/.test(decoded)) {
          throw new TableError(
            'tables.malformed_request',
            'The query string has a member named __proto__; leave it out.',
          );
        }
        return decoded;
      },
    });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new TableError(
        'tables.malformed_request',
        say`The query string is too large: send at most ${parameterLimit} parameters, ${listLimit} entries in a list and ${depthLimit} levels of brackets, or use a JSON body.`,
        { cause: error },
      );
    }
    throw error;
  }
}

function decodePart(text: string, member: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new TableError(
      'tables.malformed_request',
      say`The query string's member ${JSON.stringify(member.slice(0, 60))} has broken percent-encoding; encode it as UTF-8.`,
      { cause },
    );
  }
}

/** Members that may be one JSON text each. */
const jsonMembers = [
  'internalFilters',
  'where',
  'linked',
  'filters',
  'intervals',
  'params',
  'columns',
  'meta',
  'selection',
];

/** Lists of texts: a text that is no JSON is refused as a list, with the others' faults. */
const listMembers = ['only', 'except', 'exported'];

/** Members whose list entries may be JSON texts too: some HTTP clients send lists of objects as `columns[]={…}`. */
const jsonEntryMembers = new Set(['internalFilters', 'columns']);

/**
 * Returns a copy of the payload in which JSON texts are parsed. `isJson` decides which texts are JSON; others stay
 * unchanged. Throws `tables.malformed_request` for invalid JSON.
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

  for (const name of listMembers) {
    const value = decoded[name];

    if (typeof value === 'string' && looksLikeJson(value)) decoded[name] = parseJson(value, name);
  }

  return decoded;
}

/** Whether a text is meant as JSON of a list or an object. */
export function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** An empty text counts as a missing member; it is not parsed. */
function parseJson(text: string, name: string): unknown {
  if (text === '') {
    return null;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TableError(
      'tables.malformed_request',
      say`The member ${name} is not valid JSON; send JSON text, or bracketed members in a query string.`,
      { cause },
    );
  }
}
