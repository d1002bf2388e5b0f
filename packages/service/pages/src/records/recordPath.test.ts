import { expect, it } from 'vitest';
import { formPath, readPosition, recordPath, referencePath, referrersPath, tablePath } from './recordPath.ts';

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

it('links to the referring rows, by filters in the URL', () => {
  const path = referrersPath(
    { id: 'shop.orders', path: '/tables/shop.orders' },
    [
      { data: 'orders.customer_id', type: 'number', attribute: 'dtRowId' },
      { data: 'orders.country', type: 'string', attribute: 'country' },
    ],
    { dtRowId: 7, country: 'GR' },
  );
  const url = new URL(path ?? '', 'http://localhost');

  expect(url.pathname).toBe('/tables/shop.orders');
  expect(JSON.parse(url.searchParams.get('shop.orders.filters') ?? '')).toEqual([
    { data: 'orders.customer_id', value: '7', type: 'number', mode: null },
    { data: 'orders.country', value: 'GR', type: 'string', mode: 'exactMatch' },
  ]);
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
