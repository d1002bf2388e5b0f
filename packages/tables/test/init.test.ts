import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/databases.ts';
import { createTables, routeRegistry } from '../src/index.ts';
import { ordersTable, ordersTemplate, type Shop } from './shop.ts';

it('returns the definition of a table, without HTTP', async () => {
  const database = await createTestDatabase<Shop>('sqlite');
  const db = database.db as Kysely<Shop>;
  const definitions = [ordersTable({ ...ordersTemplate, buttons: ['destroy'] })];
  const routes = routeRegistry([
    { name: 'orders.init', path: '/:tenant/orders/init', methods: ['GET'] },
    { name: 'orders.tableData', path: '/:tenant/orders/tableData', methods: ['GET'] },
    { name: 'orders.destroy', path: '/:tenant/orders/:order', methods: ['DELETE'] },
    { name: 'customers.options', path: '/customers', methods: ['GET'] },
  ]);
  const tables = createTables({
    db,
    definitions,
    routes,
    permits: (user, routeName) => user === 'boss' || routeName !== 'orders.destroy',
  });
  const drawn = async (user?: string) =>
    (await tables.init('orders', user, { timeZone: 'Asia/Tokyo', pathParams: { tenant: 'a b' } })).template;

  expect(await drawn('boss')).toMatchObject({
    readPath: '/a%20b/orders/tableData',
    timeZone: 'Asia/Tokyo',
    buttons: { row: [{ name: 'destroy', path: '/a%20b/orders/dtRowId' }] },
  });
  expect((await drawn('clerk')).buttons.row).toEqual([]);
  expect((await drawn()).filters).toBeUndefined();
  expect((await drawn('clerk')).filters).toHaveLength(1);
  await expect(tables.init('others')).rejects.toThrow('There is no table "others".');
  await expect(tables.init('orders', null, { timeZone: 'Mars/Olympus' })).rejects.toThrow('not a time zone');
  await expect(createTables({ db, definitions }).init('orders')).rejects.toThrow(
    /orders\.tableData.*pass it to `createTables` in `routes`/,
  );
  await database.destroy();
});
