import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from './startTableJob.ts';

it('depends on everything but the order of members', () => {
  const request = {
    search: null,
    filters: [{ data: 'orders.status', values: [1, 2] }],
    params: { a: 1, b: 'x' },
  };
  expect(
    fingerprint({
      params: { b: 'x', a: 1 },
      filters: [{ values: [1, 2], data: 'orders.status' }],
      search: null,
    }),
  ).toBe(fingerprint(request));
  for (const other of [
    { ...request, search: { mode: 'full', terms: ['x'] } },
    { ...request, filters: [{ data: 'orders.status', values: [2, 1] }] },
    { ...request, params: { a: '1', b: 'x' } },
  ]) {
    expect(fingerprint(other)).not.toBe(fingerprint(request));
  }
});

/** Few keys and values, so that two of them are often equal. */
const fewValues = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(null, true, 0, 1, '', '1', 'null'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { noNullPrototype: true }),
  ),
})).value;

it('returns equal fingerprints if and only if the values are equal, regardless of the order of their members', () => {
  fc.assert(
    fc.property(fc.oneof(fewValues, fc.jsonValue()), fc.oneof(fewValues, fc.jsonValue()), (first, second) => {
      const [a, b] = [first, second].map((value): unknown => JSON.parse(JSON.stringify(value)));
      expect(fingerprint(a) === fingerprint(b)).toBe(isDeepStrictEqual(a, b));
      expect(fingerprint(reversed(a))).toBe(fingerprint(a));
    }),
    { numRuns: 2_000 },
  );
});

/** The same value, with the members of its objects in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;

  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}
