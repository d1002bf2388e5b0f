import { describe, expect, test } from 'vitest';
import { expectFaults, fields, parse } from './parseRequest.fixture.ts';

const empty = {
  start: 0,
  length: 15,
  row: null,
  summary: null,
  search: null,
  sort: [],
  unsorted: false,
  filters: [],
  where: null,
  linked: null,
  only: null,
  except: [],
  confirmed: null,
  exported: null,
  grouped: false,
  forceInfo: false,
  params: {},
  hidden: [],
  shown: [],
};

describe('an empty request', () => {
  test.each([
    [undefined],
    [null],
    [{}],
    [{ meta: null, columns: null, filters: null, intervals: null, internalFilters: null, params: null }],
    [{ meta: '', columns: '', filters: '', intervals: '', internalFilters: '', params: '' }],
    [{ meta: [], columns: [], filters: [], intervals: [], internalFilters: [], params: [] }],
    [{ meta: { start: null, length: '', search: '', sort: null, forceInfo: '', searchMode: null } }],
  ])('%j requests the first page in the default order', (payload) => {
    expect(parse(payload)).toEqual(empty);
  });
});

test.each([['text'], [1], [true], [[]], [[{}]]])('refuses a payload of %j as malformed', (payload) => {
  expect(() => parse(payload)).toThrow(
    expect.objectContaining({ code: 'tables.malformed_request', status: 400 }),
  );
});

test('accepts the request of the client, and freezes it', () => {
  const request = parse({
    internalFilters: [],
    filters: { orders: { status: [1, 'open'], paid: null } },
    intervals: { orders: { total: { min: 1.5, max: '' } } },
    params: { scope: { region: ['a', 1, null] } },
    columns: [
      { name: 'total', meta: { sort: 'DESC', visible: true } },
      { name: 'customer', meta: { sort: 'ASC' } },
      { name: 'note', meta: { visible: false } },
    ],
    meta: { start: 7, length: 12, sort: true, search: '  two  words ', forceInfo: true, searchMode: 'full' },
  });
  expect(request).toEqual({
    start: 7,
    length: 12,
    row: null,
    summary: null,
    search: { mode: 'full', terms: ['two', 'words'] },
    sort: [
      { column: 'total', direction: 'DESC' },
      { column: 'customer', direction: 'ASC' },
    ],
    unsorted: false,
    filters: [
      { kind: 'in', data: 'orders.status', type: 'enum', values: ['1', 'open'] },
      { kind: 'interval', data: 'orders.total', type: 'number', min: '1.5', max: null },
    ],
    where: null,
    linked: null,
    only: null,
    except: [],
    confirmed: null,
    exported: null,
    grouped: false,
    forceInfo: true,
    params: { scope: { region: ['a', 1, null] } },
    hidden: ['note'],
    shown: ['total'],
  });
  const parts = [request, request.search, request.sort, request.sort[0], request.filters, request.filters[0]];
  const nested = [request.hidden, request.shown, request.params, request.params.scope, request.search?.terms];
  expect([...parts, ...nested].every(Object.isFrozen)).toBe(true);
});

test('reports all faults together, under the path that the client sent', () => {
  expectFaults(
    {
      meta: { start: -1, length: 500 },
      columns: [{ name: 'total', meta: { sort: 'up' } }, { name: 'password' }],
      filters: { orders: { status: 'gone' } },
      internalFilters: [{ data: 'orders.note', type: 'string', mode: 'regex', value: 'x' }],
    },
    {
      'meta.start': '-1 is not a row index; send a whole number from 0',
      'meta.length': '500 is not a page length; send a whole number from 1 to 30.',
      'columns.0.meta.sort': '"up" is not a sort direction; send ASC or DESC',
      'columns.1.name':
        '"password" is not a column of this table; send one of: number, customer, total, note.',
      'filters.orders.status': '"gone" is not a key of this filter; send one of: 1, 2, open.',
      'internalFilters.0.mode': '"regex" is not a search mode; send one of: full,',
    },
  );
  expect(() => parse({ meta: { start: -1, length: 500 } })).toThrow(
    /^meta\.start: -1 is .* And 1 more fault: see errors\.$/,
  );
});

describe('meta', () => {
  test.each([0, -1, 1e9, Number.NaN, 1.5, 31, '31', 'ten', '1e1', ' 5', true, [10], {}, '9'.repeat(40)])(
    'refuses a length of %j',
    (length) => {
      expectFaults({ meta: { length } }, { 'meta.length': 'send a whole number from 1 to 30.' });
    },
  );

  test.each([
    [1, 1],
    ['30', 30],
    [11, 11],
  ])('accepts a length of %j, which need not be in the menu', (length, expected) => {
    expect(parse({ meta: { length } }).length).toBe(expected);
  });

  test.each([-1, '-5', 1.5, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 60, 'x', [0]])(
    'refuses a start of %j',
    (start) => {
      expectFaults({ meta: { start } }, { 'meta.start': 'is not a row index' });
    },
  );

  test('accepts a start far past the end', () => {
    expect(parse({ meta: { start: '2147483647' } }).start).toBe(2 ** 31 - 1);
  });

  test.each([
    [true, true],
    ['true', true],
    [1, true],
    ['1', true],
    [false, false],
    ['false', false],
    [0, false],
    ['0', false],
    ['', false],
  ])('reads %j as %j', (given, expected) => {
    expect(parse({ meta: { forceInfo: given } }).forceInfo).toBe(expected);
  });

  test.each(['TRUE', 'yes', 'on', 2, -1, [true], {}])('refuses %j where a boolean belongs', (given) => {
    expectFaults(
      { meta: { forceInfo: given, sort: given } },
      { 'meta.forceInfo': 'is not a boolean', 'meta.sort': 'is not a boolean' },
    );
  });

  test('ignores what clients send back from init', () => {
    const meta = { loading: false, fullInfoRecordLimit: 100000, total: true, enum: false, resource: false };
    expect(parse({ meta, apiVersion: '1.0', template: {}, selection: [1] })).toEqual(empty);
  });

  test('must be an object', () => {
    expectFaults({ meta: 'x' }, { meta: '"x" is not an object' });
    expectFaults({ meta: [1] }, { meta: 'A list is not an object' });
  });
});

test('shortens hostile names and values, and lists at most a hundred faults', () => {
  const columns = Array.from({ length: 300 }, (_, index) => ({
    name: `\u202e${'x'.repeat(10_000)}${index}`,
  }));
  const found = fields({ columns });
  expect(Object.keys(found)).toHaveLength(100);
  expect(found['columns.0.name']?.[0]).toContain(`"\\u{202e}${'x'.repeat(39)}…" is not a column`);
  const filters = { ['t'.repeat(5000)]: { c: 1 } };
  expect(Object.keys(fields({ filters }))[0]?.length).toBeLessThan(210);
});

describe('members of a JSON body that are JSON text', () => {
  const payload = {
    meta: { start: 10, search: 'ann' },
    columns: [{ name: 'total', meta: { sort: 'DESC' } }],
    filters: { orders: { paid: true } },
    intervals: { orders: { total: { min: '1.5' } } },
    internalFilters: [{ data: 'orders.note', type: 'string', value: 'x' }],
    params: { a: [1, 'b'] },
  };

  test('are decoded, each as a whole and by its list entries', () => {
    const texts = Object.fromEntries(
      Object.entries(payload).map(([name, value]) => [name, JSON.stringify(value)]),
    );
    const entries = { ...payload, columns: payload.columns.map((column) => JSON.stringify(column)) };

    expect(parse(texts)).toEqual(parse(payload));
    expect(parse(entries)).toEqual(parse(payload));
  });

  test('are malformed where they are broken', () => {
    for (const [name, value] of [
      ['meta', '{"start":'],
      ['columns', ['{"name"']],
    ] as const) {
      expect(() => parse({ [name]: value })).toThrow(`The member ${name}`);
    }
  });
});

test.each([
  [{ filter: { orders: { paid: true } } }, { filter: 'did you mean filters?' }],
  [{ Filters: { orders: { paid: true } } }, { Filters: 'did you mean filters?' }],
  [{ internalfilters: [] }, { internalfilters: 'did you mean internalFilters?' }],
  [{ interval: {} }, { interval: 'did you mean intervals?' }],
  [{ meta: { Search: 'ann' } }, { 'meta.Search': 'did you mean search?' }],
])('refuses a member that was misspelt, which would widen the result: %j', (payload, faults) => {
  expectFaults(payload, faults as Record<string, string>);
});
