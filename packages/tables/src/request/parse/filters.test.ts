import { describe, expect, test } from 'vitest';
import { expectFaults, parse } from '../parseRequest.fixture.ts';

describe('filters', () => {
  const filtered = (column: string, value: unknown) =>
    parse({ filters: { orders: { [column]: value } } }).filters;

  test.each([
    ['paid', 'false', [false]],
    ['paid', [true, '0'], [true, false]],
    ['total', 12.5, ['12.5']],
    ['total', ' -0.50 ', ['-0.50']],
    ['total', ['1', 2], ['1', '2']],
    ['status', 1, ['1']],
    ['status', ['open', '2'], ['open', '2']],
    ['customer_id', [5, '7', 'a-b'], ['5', '7', 'a-b']],
    ['note', ' as it is ', [' as it is ']],
    ['created_at', '2026-02-28', ['2026-02-28']],
    ['created_at', '2024-02-29 23:59:59', ['2024-02-29 23:59:59']],
    ['created_at', '2026-02-28T10:00:00.123456+02:00', ['2026-02-28T10:00:00.123456+02:00']],
  ])('on %s take %j', (column, value, values) => {
    expect(filtered(column, value)).toEqual([
      expect.objectContaining({ kind: 'in', data: `orders.${column}`, values }),
    ]);
  });

  test.each([[null], [''], [[]]])('take %j as no filter on any column', (value) => {
    expect(filtered('status', value)).toEqual([]);
    expect(filtered('unheard', value)).toEqual([]);
    expect(parse({ filters: { orders: value } }).filters).toEqual([]);
  });

  test.each([
    ['paid', 'yes', 'is not a boolean'],
    ['total', Number.NaN, 'NaN is not a decimal number'],
    ['total', Number.POSITIVE_INFINITY, 'is not a decimal number'],
    ['total', '0x10', 'is not a decimal number'],
    ['total', '1e1001', 'is not a decimal number'],
    ['total', '1,5', 'is not a decimal number'],
    ['total', '1'.repeat(1001), 'is not a decimal number of at most 1000 characters'],
    ['total', 2 ** 53, 'send it as a text'],
    ['total', { min: 1 }, 'An object is not a decimal number'],
    ['status', 'closed', 'send one of: 1, 2, open.'],
    ['status', true, 'is neither a text nor a whole number'],
    ['customer_id', 1.5, 'is not a whole number'],
    ['customer_id', 'a\0', 'U+0000'],
    ['note', 'a'.repeat(1001), 'send at most 1000'],
    ['note', ['a\udc00'], 'surrogate'],
    ['created_at', '2026-02-30', 'is not a date'],
    ['created_at', '0000-01-01', 'is not a date'],
    ['created_at', '31-12-2026', 'is not a date'],
    ['created_at', '2026-01-01T24:00:00', 'is not a date'],
    ['created_at', 1767225600, 'is not a date'],
    ['created_at', '12026-01-01', 'is not a date'],
    ['paid', [true, null], 'has an empty value'],
    ['note', ['a', ''], 'has an empty value'],
    ['customer_id', Array.from({ length: 1001 }, (_, id) => id), '1001 values; send at most 1000'],
  ])('on %s refuse %j', (column, value, words) => {
    expectFaults({ filters: { orders: { [column]: value } } }, { [`filters.orders.${column}`]: words });
  });

  test.each([
    ['orders', 'password'],
    ['orders', 'Status'],
    ['ORDERS', 'status'],
    ['orders', 'status '],
    ['orders', 'customer.password'],
    ['"orders"', 'status'],
    ['orders', 'status; drop table orders'],
    ['__proto__', 'status'],
    ['constructor', 'name'],
    ['', 'status'],
  ])('refuse the undeclared %s → %s', (table, column) => {
    const filters = JSON.parse(`{${JSON.stringify(table)}: {${JSON.stringify(column)}: "1"}}`);
    expectFaults({ filters }, { [`filters.${table}.${column}`]: 'cannot be filtered; ' });
    const interval = JSON.parse(`{${JSON.stringify(table)}: {${JSON.stringify(column)}: {"min": "1"}}}`);
    expectFaults({ intervals: interval }, { [`intervals.${table}.${column}`]: 'cannot be filtered' });
    expectFaults(
      { internalFilters: [{ data: `${table}.${column}`, type: 'string', value: 'x' }] },
      { 'internalFilters.0.data': 'cannot be filtered' },
    );
  });

  test('must be objects within an object', () => {
    expectFaults({ filters: [1] }, { filters: 'A list is not an object' });
    expectFaults({ filters: { orders: 'status' } }, { 'filters.orders': 'is not an object' });
    expectFaults(
      { filters: 'x', intervals: 1 },
      { filters: 'is not an object', intervals: 'is not an object' },
    );
  });
});

describe('intervals', () => {
  const within = (column: string, interval: unknown) => ({ intervals: { orders: { [column]: interval } } });

  test.each([
    ['total', { min: 1, max: '2.5' }, '1', '2.5'],
    ['total', { min: '-0.5', max: '' }, '-0.5', null],
    ['total', { min: '10', max: '10.0' }, '10', '10.0'],
    ['created_at', { max: '2026-01-31' }, null, '2026-01-31'],
    ['created_at', { min: '2026-01-31 10:00', max: '2026-01-31' }, '2026-01-31 10:00', '2026-01-31'],
    // Only one has a zone, so the two cannot be compared here.
    [
      'created_at',
      { min: '2026-01-31T23:00:00Z', max: '2026-01-31T22:00' },
      '2026-01-31T23:00:00Z',
      '2026-01-31T22:00',
    ],
  ])('on %s take %j', (column, interval, min, max) => {
    expect(parse(within(column, interval)).filters).toEqual([
      expect.objectContaining({ kind: 'interval', data: `orders.${column}`, min, max }),
    ]);
  });

  test.each([[null], [''], [[]], [{}], [{ min: null, max: '' }]])('take %j as no filter', (interval) => {
    expect(parse(within('total', interval)).filters).toEqual([]);
  });

  test.each([
    ['total', { min: '10', max: '9.99' }, '', 'min "10" is above its max "9.99"'],
    ['total', { min: '-1', max: '-1.01' }, '', 'is above its max'],
    ['created_at', { min: '2026-02-01', max: '2026-01-31' }, '', 'is above its max'],
    ['created_at', { min: '2026-01-01T10:00:00Z', max: '2026-01-01T11:00:00+02:00' }, '', 'is above its max'],
    ['total', { min: 'a' }, '.min', 'is not a decimal number'],
    ['created_at', { max: '2026-13-01' }, '.max', 'is not a date'],
    ['total', { mim: 1 }, '', '"mim" is not a member of an interval; did you mean min?'],
    ['total', 5, '', '5 is not an interval'],
    ['total', [1, 2], '', 'A list is not an interval'],
    ['status', { min: '1' }, '', 'does not fit a filter of type enum'],
  ])('on %s refuse %j', (column, interval, suffix, words) => {
    expectFaults(within(column, interval), { [`intervals.orders.${column}${suffix}`]: words });
  });
});

describe('params that are filters', () => {
  const sent = (params: unknown) => parse({ params }).filters;

  test.each([
    ['open', ['open']],
    [1, ['1']],
    [
      ['open', '2'],
      ['open', '2'],
    ],
  ])('take %j', (value, values) => {
    expect(sent({ orderStatus: value })).toEqual([
      { kind: 'in', data: 'orders.status', type: 'enum', values },
    ]);
    expect(parse({ params: { orderStatus: value } }).params).toEqual({ orderStatus: value });
  });

  test.each([[{}], [{ orderStatus: null }], [{ orderStatus: '' }], [{ orderStatus: [] }], [{ total: 5 }]])(
    'take %j as no filter',
    (params) => {
      expect(sent(params)).toEqual([]);
    },
  );

  test('report the faults of the filter under their own path', () => {
    expectFaults({ params: { orderStatus: 'closed' } }, { 'params.orderStatus': 'send one of: 1, 2, open.' });
  });
});
