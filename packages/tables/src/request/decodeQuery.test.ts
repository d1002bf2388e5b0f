import { describe, expect, test } from 'vitest';
import { TableError } from '../errors.ts';
import { decodeQuery } from './decodeQuery.ts';

/** Objects without prototypes made comparable with literals. */
function decoded(query: string): unknown {
  return JSON.parse(JSON.stringify(decodeQuery(query)));
}

function fault(query: string): TableError {
  try {
    decodeQuery(query);
  } catch (error) {
    expect(error).toBeInstanceOf(TableError);
    return error as TableError;
  }
  throw new Error(`${query} was accepted`);
}

const payload = {
  columns: [
    { name: 'total', meta: { sort: 'DESC' } },
    { name: 'customer', meta: { sort: 'ASC' } },
  ],
  meta: { start: '0', length: '10', search: 'two words & ü' },
};

describe('reads the three spellings', () => {
  test('reads bracketed and percent-encoded members, blanks as +, booleans as words', () => {
    const query =
      'columns%5B0%5D%5Bname%5D=total&columns%5B0%5D%5Bmeta%5D%5Bsort%5D=DESC' +
      '&columns%5B1%5D%5Bname%5D=customer&columns%5B1%5D%5Bmeta%5D%5Bsort%5D=ASC' +
      '&meta%5Bstart%5D=0&meta%5Blength%5D=10&meta%5Bsearch%5D=two+words+%26+%C3%BC&meta%5Bsort%5D=true';
    expect(decoded(query)).toEqual({ ...payload, meta: { ...payload.meta, sort: 'true' } });
  });

  test('reads bracketed and bare members, blanks as %20, booleans as digits, nothing as an empty value', () => {
    const query =
      'internalFilters=&filters=&intervals=&params=' +
      '&columns[0][name]=total&columns[0][meta][sort]=DESC&columns[1][name]=customer&columns[1][meta][sort]=ASC' +
      '&meta[start]=0&meta[length]=10&meta[search]=two%20words%20%26%20%C3%BC&meta[sort]=1&meta[forceInfo]=0';
    expect(decoded(query)).toEqual({
      internalFilters: null,
      filters: null,
      intervals: null,
      params: null,
      ...payload,
      meta: { ...payload.meta, sort: '1', forceInfo: '0' },
    });
  });

  test('reads each member as one JSON string', () => {
    const query = Object.entries(payload)
      .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
      .join('&');
    expect(decoded(query)).toEqual(payload);
    expect(decoded('meta={"start":0,"search":"a=b"}&columns=[{"name":"a"}]&filters=null')).toEqual({
      meta: { start: 0, search: 'a=b' },
      columns: [{ name: 'a' }],
      filters: null,
    });
  });

  test('reads a mixture, with list entries as JSON strings and a leading question mark', () => {
    expect(
      decoded('?meta[start]=5&columns[]={"name":"a"}&columns[]={"name":"b"}&filters={"t":{"c":[1]}}'),
    ).toEqual({
      meta: { start: '5' },
      columns: [{ name: 'a' }, { name: 'b' }],
      filters: { t: { c: [1] } },
    });
    expect(decoded('selection=[1,2]&other={"a"')).toEqual({ selection: [1, 2], other: '{"a"' });
    expect(decoded('filters[t][c][]=a&filters[t][c][]=b&filters[t][d][0]=x')).toEqual({
      filters: { t: { c: ['a', 'b'], d: ['x'] } },
    });
  });
});

test('reads no query at all', () => {
  expect(decoded('')).toEqual({});
  expect(decoded('?')).toEqual({});
});

test('keeps lists of more than twenty entries in the order of their indexes', () => {
  const indexes = Array.from({ length: 80 }, (_, index) => index);
  const query = indexes.toReversed().map((index) => `columns[${index}][name]=c${index}`);
  expect(decoded(query.join('&'))).toEqual({ columns: indexes.map((index) => ({ name: `c${index}` })) });
});

describe('refuses as malformed', () => {
  test.each([
    ['meta={"start":', 'meta is not valid JSON'],
    ['columns=abc', 'columns is not valid JSON'],
    ['columns[0]={"name"', 'columns.0 is not valid JSON'],
    ['meta[search]=%E0%A4%A', '"meta[search]" has broken percent-encoding'],
    ['meta[search]=100%', '"meta[search]" has broken percent-encoding'],
    ['a%ZZ=1', '"a%ZZ" has broken percent-encoding'],
    ['filters[__proto__][polluted]=1', '__proto__'],
    ['__proto__[polluted]=1', '__proto__'],
    ['__proto__=1', '__proto__'],
    ['filters[a][__proto__][b]=1', '__proto__'],
    ['filters%5Ba%5D%5B__proto__%5D=1', '__proto__'],
    ['columns[1000][name]=a', 'too large'],
    ['params[a][b][c][d][e][f][g][h][i]=1', 'too large'],
    [Array.from({ length: 5001 }, (_, index) => `p${index}=1`).join('&'), 'too large'],
  ])('case %#', (query, words) => {
    expect(fault(query).code).toBe('tables.malformed_request');
    expect(fault(query).message).toContain(words);
  });
});

test('pollutes no prototype', () => {
  for (const query of [
    'constructor[prototype][polluted]=1',
    'filters[constructor][prototype][polluted]=1',
    'filters={"__proto__":{"polluted":1}}',
    'toString=1&hasOwnProperty=2',
  ]) {
    decodeQuery(query);
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(decodeQuery('meta[a]=1').meta)).toBeNull();
});

test('reads the largest accepted query completely', () => {
  const query = Array.from(
    { length: 5000 },
    (_, index) => `filters[t][c${index % 5}][${999 - (index % 1000)}]=x`,
  );
  const { filters } = decodeQuery(query.join('&')) as { filters: { t: Record<string, unknown[]> } };
  expect(Object.keys(filters.t)).toHaveLength(5);
});
