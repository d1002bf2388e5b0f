import { decodeQuery } from '@rowhouse/tables';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeQuery, withQuery } from './encodeQuery.ts';

describe('encodeQuery', () => {
  test('brackets and encodes everything, with blanks as + and booleans as words', () => {
    expect(encodeQuery({ meta: { search: 'a b&c=d+e', sort: true }, columns: [{ name: 'größe' }] })).toBe(
      'meta%5Bsearch%5D=a+b%26c%3Dd%2Be&meta%5Bsort%5D=true&columns%5B0%5D%5Bname%5D=gr%C3%B6%C3%9Fe',
    );
  });

  test('leaves out null, undefined, empty lists and empty objects', () => {
    expect(
      encodeQuery({ filters: null, params: undefined, columns: [], intervals: {}, meta: { start: 0 } }),
    ).toBe('meta%5Bstart%5D=0');
  });

  test('writes values as JSON has them, and half of a surrogate pair as the sign for it', () => {
    expect(encodeQuery({ day: new Date(0), none: Number.NaN, text: '\ud800' })).toBe(
      'day=1970-01-01T00%3A00%3A00.000Z&text=%EF%BF%BD',
    );
  });

  test('goes behind what a path has already', () => {
    expect(withQuery('/a', { b: 1 })).toBe('/a?b=1');
    expect(withQuery('/a?x=2', { b: 1 })).toBe('/a?x=2&b=1');
    expect(withQuery('/a', { b: null })).toBe('/a');
  });
});

// What a query can carry: text at the leaves, no null, nothing empty. A list counts, so that it comes back as one.
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter(
    (text) => text !== '__proto__' && !/[[\]]/.test(text) && !/^\d+$/.test(text) && text.isWellFormed(),
  );
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => value.isWellFormed());
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'value' },
    text,
    fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
    fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  ),
}));
const members = ['filters', 'intervals', 'params', 'meta', 'columns', 'internalFilters', 'selection'];
const payload = fc.dictionary(
  fc.constantFrom(...members),
  value.filter((member) => typeof member === 'object'),
  {
    noNullPrototype: true,
  },
);

test('the server reads from a query what was written into it', () => {
  fc.assert(
    fc.property(payload, (sent) => {
      // Entries of these lists are objects on the wire, and a text there would be read as JSON.
      const lists = [sent.columns, sent.internalFilters].flat();
      fc.pre(lists.every((entry) => typeof entry !== 'string'));
      expect(JSON.parse(JSON.stringify(decodeQuery(encodeQuery(sent))))).toEqual(sent);
    }),
  );
});
