import { describe, expect, test } from 'vitest';
import { expectFaults, parse } from '../parseRequest.fixture.ts';

describe('params', () => {
  test('are copied, not kept', () => {
    const params = { list: [1] };
    const request = parse({ params });
    params.list.push(2);
    expect(request.params).toEqual({ list: [1] });
  });

  test.each([
    ['x', 'is not an object'],
    [[1], 'is not an object'],
    [{ a: { b: { c: { d: { e: { f: {} } } } } } }, 'deeper than 5 levels'],
    [JSON.parse('{"a": {"__proto__": 1}}'), '__proto__ is not accepted'],
    [Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, 1])), 'more than 100 names'],
    [{ a: Array.from({ length: 1001 }, () => 1) }, '1000 list entries'],
    [{ a: () => 1 }, 'is not a JSON value'],
  ])('refuse %j', (params, words) => {
    expectFaults({ params }, { params: words });
  });

  test('may nest five levels', () => {
    const params = { a: { b: { c: { d: { e: { f: 'deep' } } } } } };
    expect(parse({ params }).params).toEqual(params);
  });
});
