import { expect, test } from 'vitest';
import { routerState } from './Browser.ts';

const at = (pathname: string, hash = '') => ({ pathname, hash });

test("the address that Vue Router keeps follows the table's, without the base", () => {
  const state = { current: '/orders?a=1', position: 3 };
  expect(routerState(state, at('/orders'), '?a=1&orders.page=2')).toEqual({
    current: '/orders?a=1&orders.page=2',
    position: 3,
  });
  expect(routerState(state, at('/app/orders', '#x'), '')).toEqual({ current: '/orders#x', position: 3 });
});

test.each([
  [null, at('/orders')],
  ['text', at('/orders')],
  [{ of: 'another router' }, at('/orders')],
  [{ current: 7 }, at('/orders')],
  [{ current: '/orders' }, at('/elsewhere')],
  [{ current: '/' }, at('/', '#/')],
])('%j is left as it is at %j', (state, location) => {
  expect(routerState(state, location, '?orders.page=2')).toBe(state);
});
