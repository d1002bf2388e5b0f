import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TableError } from '../errors.ts';
import { decodeQuery } from './decodeQuery.ts';
import { parseRequest } from './parseRequest.ts';
import { payloads, rules, text } from './requestPayloads.fixture.ts';
import type { TableRequest } from './TableRequest.ts';

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

test('returns a frozen request within the rules or one documented error for any payload', () => {
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

test('returns a payload or one documented error for any query string', () => {
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
