import { startTestService, type TestService, type TestUser } from '@rowhouse/service/testing';
import type { RecordResponse, RelatedResponse } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import definition from '../../rowhouse.config.ts';
import { seedDemo } from '../data/seedDemo.ts';

let service: TestService;
let boss: TestUser;
beforeAll(async () => {
  service = await startTestService(definition);
  await seedDemo(service.db, { orders: 40 });
  boss = await service.signIn({ role: 'administrator' });
});
afterAll(() => service?.stop());

const relatedTo = async (table: string, row: string) => {
  const { body } = await boss.post<RelatedResponse>(`/api/${table}/tableData`, { meta: { related: row } });

  return body.related.find((each) => each.table === 'order-lines');
};
const order = async () =>
  service.db.selectFrom('orders').select(['items', 'total']).where('id', '=', '7').executeTakeFirstOrThrow();

it('Lines are related to their order, which follows them, and to their product', async () => {
  const lines = await relatedTo('orders', '7');
  expect(lines).toMatchObject({ as: 'Order', create: { order_id: '7' } });
  expect(await relatedTo('products', '3')).toMatchObject({ as: 'Product', create: { product_id: 3 } });

  const before = await order();
  const values = { ...lines?.create, product_id: 3, quantity: 2, price: '1.05' };
  const created = await boss.post<RecordResponse>('/api/order-lines/store', { values });
  expect(created).toMatchObject({ status: 201, body: { row: { quantity: '2', amount: '2.10' } } });
  const cents = (total: string) => Math.round(Number(total) * 100);
  const after = await order();
  expect(after.items).toBe(before.items + 2);
  expect(cents(after.total)).toBe(cents(before.total) + 210);

  expect((await boss.delete(`/api/order-lines/destroy/${created.body.dtRowId}`)).status).toBe(200);
  expect(await order()).toEqual(before);
});

it('A product of an order is not deleted', async () => {
  const { product_id: id } = await service.db
    .selectFrom('order_lines')
    .select('product_id')
    .executeTakeFirstOrThrow();
  expect(await boss.get(`/api/products/destroy/${id}`)).toMatchObject({
    body: { refused: true, dependents: [{ table: 'order-lines', onDelete: 'restrict' }] },
  });
});
