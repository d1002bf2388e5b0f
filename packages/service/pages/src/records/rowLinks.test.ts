import { expect, it } from 'vitest';
import { referencePath, referrersPath } from './rowLinks.ts';

it('leads to the page of the other row, also by a key of several columns', () => {
  expect(referencePath('shop.customers', ['customer_id'], { customer_id: '7' })).toBe(
    '/tables/shop.customers/7',
  );
  expect(referencePath('words', ['locale', 'word'], { locale: 'en', word: 'a,b~' })).toBe(
    '/tables/words/en%2Ca~1b~0',
  );
  expect(referencePath('shop.customers', ['customer_id'], { customer_id: null })).toBeNull();
  expect(referencePath('shop.customers', ['customer_id'], { customer_id: '' })).toBeNull();
});

it('leads to the rows that point at a row, by filters that the address carries', () => {
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
