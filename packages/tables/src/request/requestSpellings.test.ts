import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TableError } from '../errors.ts';
import { decodeQuery } from './decodeQuery.ts';
import { parseRequest } from './parseRequest.ts';
import type { FilterRule, RequestRules, TableRequest } from './TableRequest.ts';

const columnNames = Array.from({ length: 64 }, (_, index) => `column ${index}`);
const filterRules: FilterRule[] = [
  { data: 'orders.status', type: 'enum', keys: new Set(['0', 'new', 'ünder way']) },
  { data: 'orders.total', type: 'number', keys: null },
  { data: 'orders.paid', type: 'boolean', keys: null },
  { data: 'orders.created_at', type: 'date', keys: null },
  { data: 'customers.id', type: 'select', keys: null },
  { data: 'customers.name', type: 'string', keys: null },
];
const rules: RequestRules = {
  columns: new Set(columnNames),
  sortable: new Set(columnNames),
  searchable: true,
  searchModes: ['full', 'startsWith'],
  searchMode: 'full',
  lengthMenu: [10, 25, 100],
  filters: new Map(filterRules.map((rule) => [rule.data, rule])),
  filterParams: new Map(),
};

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

// The three spellings of WIRE.md

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

// Valid payloads

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom('[a]=b', 'a&b', '100%', '+', '%20', '"', '{}', 'null', 'true', '0', 'ă î', '__proto__'),
  )
  .filter((value) => !value.includes('\0'));
const number = fc.oneof(fc.integer({ min: -1e6, max: 1e6 }), fc.constantFrom('0.5', '-12.50', 0.25));
const date = fc.constantFrom(
  '2026-02-28',
  '0001-01-01',
  '9999-12-31',
  '2026-01-01 10:00:00',
  '2026-01-01T10:00:00+02:00',
);
const boolean = fc.boolean();
const orNothing = <T extends Json>(value: fc.Arbitrary<T>) =>
  fc.oneof(value, fc.constantFrom(null, '', [] as Json[]));
const oneOrMany = <T extends Json>(value: fc.Arbitrary<T>) =>
  orNothing(fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 30 })) as fc.Arbitrary<Json>);
const interval = (bound: fc.Arbitrary<Json>) =>
  fc.oneof(
    fc.record({ min: orNothing(bound), max: fc.constantFrom(null, '') }),
    fc.record({ min: fc.constantFrom(null, ''), max: orNothing(bound) }),
  );
const enumKey = fc.constantFrom('0', 'new', 'ünder way', 0);
const identifier = fc.oneof(fc.nat(), text);

const filters = fc.record(
  {
    orders: fc.record(
      {
        status: oneOrMany(enumKey),
        total: oneOrMany(number),
        paid: oneOrMany(boolean),
        created_at: oneOrMany(date),
      },
      { requiredKeys: [] },
    ),
    customers: fc.record({ id: oneOrMany(identifier), name: oneOrMany(text) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const intervals = fc.record(
  { orders: fc.record({ total: interval(number), created_at: interval(date) }, { requiredKeys: [] }) },
  { requiredKeys: [] },
);
const searchMode = fc.constantFrom('full', 'startsWith', 'endsWith', 'exactMatch', 'doesntContain', null, '');
const filter = (
  data: string,
  type: string,
  value: fc.Arbitrary<Json>,
  mode: fc.Arbitrary<Json> = fc.constant(null),
) => fc.record({ label: text, data: fc.constant(data), type: fc.constant(type), value, mode });
const internalFilters = fc.array(
  fc.oneof(
    filter('orders.status', 'enum', oneOrMany(enumKey)),
    filter('orders.total', 'number', oneOrMany(number), fc.constantFrom('value', null, '')),
    filter('orders.total', 'number', interval(number), fc.constant('interval')),
    filter('orders.created_at', 'date', orNothing(date), fc.constantFrom('date', 'value', null)),
    filter('orders.created_at', 'date', interval(date), fc.constantFrom('interval', 'value')),
    filter('orders.paid', 'boolean', boolean),
    filter('customers.id', 'select', oneOrMany(identifier)),
    filter('customers.name', 'string', orNothing(text), searchMode),
  ),
  { maxLength: 5 },
);
const columns = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...columnNames),
    meta: fc.record(
      { sort: fc.constantFrom(null, 'ASC', 'DESC'), visible: boolean, sortable: boolean },
      { requiredKeys: [] },
    ),
  }),
  { selector: ({ name }) => name, maxLength: columnNames.length },
);
const meta = fc.record(
  {
    start: fc.nat(),
    length: fc.integer({ min: 1, max: 100 }),
    sort: boolean,
    search: fc.oneof(text, fc.constant('')),
    forceInfo: boolean,
    searchMode: fc.constantFrom('full', 'startsWith', null, ''),
    loading: boolean,
    fullInfoRecordLimit: fc.nat(),
  },
  { requiredKeys: [] },
);
// Query text cannot tell numbers from text in values that nothing here interprets.
const params = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 25 })),
  {
    maxKeys: 5,
  },
);
const payloads = fc.record(
  {
    internalFilters,
    filters: orNothing(filters as fc.Arbitrary<Json>),
    intervals: orNothing(intervals as fc.Arbitrary<Json>),
    params: params as fc.Arbitrary<Json>,
    columns: columns as fc.Arbitrary<Json>,
    meta,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<{ [name: string]: Json }>;

test('the three query spellings and the JSON body mean the same', () => {
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

test('sixty-four columns keep their order in every spelling', () => {
  const all = columnNames.toReversed().map((name) => ({ name, meta: { sort: 'ASC', visible: false } }));
  for (const spelling of [encodedSpelling, bareSpelling, jsonSpelling]) {
    const request = parseRequest(decodeQuery(spelling({ columns: all })), rules);
    expect(request.sort.map(({ column }) => column)).toEqual(columnNames.toReversed());
    expect(request.hidden).toEqual(columnNames.toReversed());
  }
});

// Arbitrary payloads

const names = fc.constantFrom(
  ...[
    'meta',
    'columns',
    'filters',
    'intervals',
    'internalFilters',
    'params',
    'start',
    'length',
    'sort',
    'search',
  ],
  ...[
    'searchMode',
    'forceInfo',
    'visible',
    'name',
    'data',
    'type',
    'value',
    'mode',
    'min',
    'max',
    'orders',
    'customers',
  ],
  ...[
    'status',
    'total',
    'paid',
    'created_at',
    'id',
    'column 1',
    'column 63',
    '__proto__',
    'constructor',
    'toString',
    '0',
  ],
);
const leaves = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    true,
    false,
    0,
    1,
    -1,
    1e9,
    'ASC',
    'DESC',
    'full',
    'interval',
    'orders.total',
  ),
  fc.constantFrom<unknown>(
    'column 1',
    'column 63',
    '2026-01-01',
    '5',
    'new',
    '\0',
    '\ud800',
    'number',
    '__proto__',
  ),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc
      .array(
        fc.tuple(
          fc.oneof({ weight: 4, arbitrary: names }, { weight: 1, arbitrary: fc.string() }),
          tie('tree'),
        ),
        { maxLength: 6 },
      )
      .map((entries) => Object.fromEntries(entries)),
  ),
}));
/** Right at the top, arbitrary below, so that most payloads get past the first checks. */
const nearlyValid = fc
  .tuple(
    payloads,
    fc.record(
      { meta: tree, columns: tree, filters: tree, intervals: tree, internalFilters: tree, params: tree },
      { requiredKeys: [] },
    ),
  )
  .map(([valid, mutation]) => ({ ...valid, ...mutation }));

test('any payload becomes a frozen request within the rules, or one documented error', () => {
  fc.assert(
    fc.property(fc.oneof(tree, nearlyValid), (payload) => {
      const result = attempt(() => parseRequest(payload, rules));
      if (result instanceof TableError) {
        expectDocumented(result);
      } else {
        expectWithinRules(result);
      }
    }),
    { numRuns: 2000 },
  );
});

test('any query string becomes a payload, or one documented error', () => {
  const keys = fc.array(fc.oneof(names, fc.constantFrom('', '[', ']', '0', '999', '1000')), {
    minLength: 1,
    maxLength: 8,
  });
  const pairs = fc
    .tuple(keys, fc.oneof(text, fc.string({ unit: 'binary' }), fc.json()))
    .map(([[root, ...path], value]) => `${root}${path.map((name) => `[${name}]`).join('')}=${value}`);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(pairs).map((list) => list.join('&')),
      ),
      (query) => {
        const result = attempt(() => decodeQuery(query));
        if (result instanceof TableError) {
          expect(result.code).toBe('tables.malformed_request');
        } else {
          expect(typeof result).toBe('object');
        }
      },
    ),
    { numRuns: 1000 },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});

/** Anything but a TableError fails the test. */
function attempt<T>(run: () => T): T | TableError {
  try {
    return run();
  } catch (error) {
    if (error instanceof TableError) {
      return error;
    }
    throw error;
  }
}

function expectDocumented({ code, message, fields }: TableError): void {
  expect(message).not.toBe('');
  if (code === 'tables.malformed_request') {
    return;
  }
  expect(code).toBe('tables.invalid_request');
  const messages = Object.values(fields ?? {});
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.every((list) => list.length > 0 && list.every((sentence) => sentence.length > 10))).toBe(
    true,
  );
}

function expectWithinRules(request: TableRequest): void {
  expectDeeplyFrozen(request);
  expect(request.sort.every(({ column }) => rules.sortable.has(column))).toBe(true);
  expect(request.hidden.every((name) => rules.columns.has(name))).toBe(true);
  expect(request.start).toBeGreaterThanOrEqual(0);
  expect(request.length).toBeGreaterThanOrEqual(1);
  expect(request.length).toBeLessThanOrEqual(100);
  for (const condition of request.filters) {
    expect(rules.filters.has(condition.data)).toBe(true);
    if (condition.kind !== 'text') {
      expect(condition.type).toBe(rules.filters.get(condition.data)?.type);
    }
  }
}

function expectDeeplyFrozen(value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    expect(Object.isFrozen(value)).toBe(true);
    Object.values(value).forEach(expectDeeplyFrozen);
  }
}
