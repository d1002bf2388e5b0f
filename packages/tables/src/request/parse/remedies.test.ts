import { expect, it } from 'vitest';
import { suggestName } from '../../format/suggestWord.ts';
import { expectFaults, rules } from '../parseRequest.fixture.ts';

const condition = { data: 'orders.created_at', operator: 'is', value: 'today' };

it.each<[object, string, string]>([
  [{ filters: { orders: { ttoal: 1 } } }, 'filters.orders.ttoal', 'orders.total'],
  [{ filters: { order: { total: 1 } } }, 'filters.order.total', 'orders.total'],
  [{ intervals: { orders: { totl: { min: 1 } } } }, 'intervals.orders.totl', 'orders.total'],
  [{ internalFilters: [{ data: 'orders.stauts', value: 1 }] }, 'internalFilters.0.data', 'orders.status'],
  [{ where: { ...condition, data: 'orders.createdAt' } }, 'where.data', 'orders.created_at'],
  [{ columns: [{ name: 'custmer' }] }, 'columns.0.name', 'customer'],
  [{ exported: ['totla'] }, 'exported.0', 'total'],
  [{ where: { ...condition, operator: 'isnt' } }, 'where.operator', 'isNot'],
  [{ where: { ...condition, value: 'this mnth' } }, 'where.value', 'this month'],
  [{ meta: { groups: [{ column: 'satus' }] } }, 'meta.groups.0.column', 'status'],
  [{ meta: { groups: [{ column: 'created_at', step: 'mnth' }] } }, 'meta.groups.0.step', 'month'],
  [{ meta: { groups: [{ column: 'status' }], groupSort: { by: 'ttal' } } }, 'meta.groupSort.by', 'total'],
  [{ meta: { statistics: 'totl' } }, 'meta.statistics', 'total'],
  [{ meta: { facets: ['orders.paied'] } }, 'meta.facets.0', 'orders.paid'],
  [{ meta: { searchMode: 'startWith' } }, 'meta.searchMode', 'startsWith'],
  [{ internalFilters: [{ data: 'orders.note', value: 'x', mode: 'ful' }] }, 'internalFilters.0.mode', 'full'],
])('suggests a similar name for the one in %j', (payload, path, meant) => {
  expectFaults(payload, { [path]: `did you mean ${meant}?` });
});

it('lists the names if none is similar', () => {
  expectFaults(
    { filters: { orders: { secret: 1 } }, columns: [{ name: 'password' }], exported: ['password'] },
    {
      'filters.orders.secret': '"orders.secret" cannot be filtered; send one of: orders.status, orders.total',
      'columns.0.name': 'send one of: number, customer, total, note.',
      'exported.0': 'send one of: number, customer, total.',
    },
  );
});

it('asks to leave out what a table has none of', () => {
  const without = { ...rules, summaries: { ...rules.summaries, statistics: new Set<string>() } };
  expectFaults({ meta: { statistics: 'total' } }, { 'meta.statistics': 'leave it out.' }, without);
});

it('compares the columns of the same table only by their own names', () => {
  const names = ['orders.paid', 'orders.number', 'customers.name'];

  expect(suggestName('orders.nmber', names)).toBe('orders.number');
  expect(suggestName('customers.nmae', names)).toBe('customers.name');
  expect(suggestName('order.number', names)).toBe('orders.number');
  // Four of its eleven characters differ.
  expect(suggestName('orders.lost', names)).toBeUndefined();
  expect(suggestName('nmber', ['number'])).toBe('number');
});
