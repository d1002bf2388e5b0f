import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeQuery } from './decodeQuery.ts';
import { parseRequest } from './parseRequest.ts';
import { columnNames, type Json, payloads, rules } from './requestPayloads.fixture.ts';

function brackets(
  value: Json,
  path: string,
  write: (path: string, leaf: null | boolean | number | string) => string[],
): string[] {
  if (Array.isArray(value)) {
    return value.length === 0
      ? write(path, null)
      : value.flatMap((entry, index) => brackets(entry, `${path}[${index}]`, write));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, entry]) =>
      brackets(entry, path === '' ? name : `${path}[${name}]`, write),
    );
  }
  return write(path, value);
}

/** Percent-encoded, blanks as +, booleans as words, null and empty lists left out. */
function encodedSpelling(payload: Json): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  const pairs = brackets(payload, '', (path, leaf) =>
    leaf === null ? [] : [`${encode(path)}=${encode(String(leaf))}`],
  );
  return pairs.join('&');
}

/** Bare brackets, blanks as %20, booleans as digits, null and empty lists as an empty value. */
function bareSpelling(payload: Json): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']');
  const text = (leaf: null | boolean | number | string) =>
    typeof leaf === 'boolean' ? String(Number(leaf)) : String(leaf ?? '');
  return brackets(payload, '', (path, leaf) => [`${encode(path)}=${encodeURIComponent(text(leaf))}`]).join(
    '&',
  );
}

/** Each member one JSON string. */
function jsonSpelling(payload: { [name: string]: Json }): string {
  return Object.entries(payload)
    .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join('&');
}

test('returns the same request for the three query spellings and the JSON body', () => {
  fc.assert(
    fc.property(payloads, (payload) => {
      const expected = parseRequest(JSON.parse(JSON.stringify(payload)), rules);
      for (const spelling of [encodedSpelling, bareSpelling, jsonSpelling]) {
        expect(parseRequest(decodeQuery(spelling(payload)), rules)).toStrictEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});

test('keeps the order of sixty-four columns in every spelling', () => {
  const all = columnNames.toReversed().map((name) => ({ name, meta: { sort: 'ASC', visible: false } }));
  for (const spelling of [encodedSpelling, bareSpelling, jsonSpelling]) {
    const request = parseRequest(decodeQuery(spelling({ columns: all })), rules);
    expect(request.sort.map(({ column }) => column)).toEqual(columnNames.toReversed());
    expect(request.hidden).toEqual(columnNames.toReversed());
  }
});
