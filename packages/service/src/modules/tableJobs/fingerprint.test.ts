import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from './startTableJob.ts';

it('A fingerprint does not depend on the order of members, and does on everything else', () => {
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

it('Fingerprints are equal just where the JSON is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const again: unknown = JSON.parse(JSON.stringify(a));
      expect(fingerprint(again)).toBe(fingerprint(a));
      expect(fingerprint([a, b])).not.toBe(fingerprint([a, b, null]));
    }),
  );
});
