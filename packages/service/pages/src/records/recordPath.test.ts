import { expect, it } from 'vitest';
import {
  filteredPath,
  formPath,
  newRecordPath,
  readGiven,
  readPosition,
  recordPath,
  referencePath,
  tableFilters,
  tablePath,
} from './recordPath.ts';

it('keeps the search, filters and sort of the table, and shows where the row is instead of the page', () => {
  const search = '?rooms.q=at+tic&rooms.sort=-seats&rooms.page=3';

  expect(recordPath('rooms', '7', 20, search)).toBe('/tables/rooms/7?rooms.q=at+tic&rooms.sort=-seats&at=21');
  expect(recordPath('rooms', '7', null, '')).toBe('/tables/rooms/7');
  expect(recordPath('rooms', 'a/b?c', null, '?at=4')).toBe('/tables/rooms/a%2Fb%3Fc');
});

it('links to the page of the table that has the row', () => {
  const search = '?rooms.q=attic&at=21';

  expect(tablePath('/tables/rooms', 'rooms', { position: 20, length: 10, search })).toBe(
    '/tables/rooms?rooms.q=attic&rooms.page=3',
  );
  expect(tablePath('/tables/rooms', 'rooms', { position: 9, length: 10, search: '' })).toBe('/tables/rooms');
  expect(tablePath('/rooms', 'rooms', { position: null, length: 10, search: '?at=2' })).toBe('/rooms');
});

it('reads positions from one, and ignores invalid ones', () => {
  expect(readPosition('1')).toBe(0);
  expect(readPosition('250')).toBe(249);
  for (const wrong of [undefined, null, '', '0', '-1', '1.5', 'x', ['1'], '99999999999']) {
    expect(readPosition(wrong)).toBeNull();
  }
});

it('links to the page of the other row, also by a composite key', () => {
  expect(referencePath('shop.customers', ['customer_id'], { customer_id: '7' })).toBe(
    '/tables/shop.customers/7',
  );
  expect(referencePath('words', ['locale', 'word'], { locale: 'en', word: 'a,b~' })).toBe(
    '/tables/words/en%2Ca~1b~0',
  );
  expect(referencePath('shop.customers', ['customer_id'], { customer_id: null })).toBeNull();
  expect(referencePath('shop.customers', ['customer_id'], { customer_id: '' })).toBeNull();
});

it('links to the rows that filters select, and has the same filters as conditions', () => {
  const filters = [
    { data: 'orders.customer_id', type: 'number', value: 7 },
    { data: 'orders.country', type: 'string', value: 'GR' },
    { data: 'orders.agent', type: 'select', value: 3 },
  ] as const;
  const path = filteredPath({ id: 'shop.orders', path: '/tables/shop.orders' }, filters, 'Ann');
  const url = new URL(path, 'http://localhost');

  expect(url.pathname).toBe('/tables/shop.orders');
  expect(JSON.parse(url.searchParams.get('shop.orders.filters') ?? '')).toEqual([
    { data: 'orders.customer_id', value: '7', type: 'number', mode: null },
    { data: 'orders.country', value: 'GR', type: 'string', mode: 'exactMatch' },
    { data: 'orders.agent', value: ['3'], type: 'select', mode: null, valueLabels: ['Ann'] },
  ]);
  expect(tableFilters(filters)).toEqual({ orders: { customer_id: 7, country: 'GR', agent: 3 } });
});

it('has the values of a new record in the address of its form, and ignores invalid ones', () => {
  const url = new URL(newRecordPath('rooms', '', { house: 7, floor: 'a&b' }), 'http://localhost');

  expect(url.pathname).toBe('/tables/rooms/new');
  expect(readGiven(Object.fromEntries(url.searchParams))).toEqual({ house: 7, floor: 'a&b' });
  expect(newRecordPath('rooms', '')).toBe('/tables/rooms/new');
  for (const given of [undefined, '', '{', '7', 'null', '{"a":{"b":1}}', ['{}']]) {
    expect(readGiven({ given })).toEqual({});
  }
});

it('links to the forms that a user may use, by the names of their routes', () => {
  const entry = { id: 'rooms', create: '/api/rooms/create', edit: '/api/rooms/edit' };
  const at = { row: 'a/b', position: 20, search: '?rooms.q=attic&rooms.page=3' };

  expect(formPath(entry, 'rooms.create', at)).toBe('/tables/rooms/new?rooms.q=attic');
  expect(formPath(entry, 'rooms.edit', at)).toBe('/tables/rooms/a%2Fb/edit?rooms.q=attic&at=21');
  expect(formPath(entry, 'rooms.edit', { ...at, row: null })).toBeNull();
  expect(formPath(entry, 'rooms.show', at)).toBeNull();
  expect(formPath({ id: 'rooms' }, 'rooms.create', at)).toBeNull();
  expect(formPath({ id: 'rooms' }, 'rooms.edit', at)).toBeNull();
});
