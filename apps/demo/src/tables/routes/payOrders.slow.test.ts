import { startTestService, type TestService, type TestUser } from '@rowhouse/service/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import definition from '../../../rowhouse.config.ts';
import { seedDemo } from '../../data/seedDemo.ts';

let service: TestService;
let boss: TestUser;
let clerk: TestUser;
beforeAll(async () => {
  service = await startTestService(definition);
  await seedDemo(service.db, { orders: 10 });
  boss = await service.signIn({ role: 'administrator' });
  clerk = await service.signIn({ role: 'user' });
});
afterAll(() => service?.stop());

let inserted = 0;
function insertOrder(values: object) {
  return service.db
    .insertInto('orders')
    .values({
      number: `T-${++inserted}`,
      customer_id: 3,
      total: '119.00',
      tax: '19.00',
      items: 2,
      placed_at: '2026-06-30T22:15:00Z',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

describe('Marking orders as paid', () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [];
    for (const paid of [false, null, true]) ids.push((await insertOrder({ paid })).id);
  });
  const pay = (selection: unknown, as = boss) => as.patch('/api/orders/paid', { selection });
  const paidOf = async () =>
    (await service.db.selectFrom('orders').select('paid').where('id', 'in', ids).execute()).map(
      ({ paid }) => paid,
    );

  it('counts paid orders, and orders that no longer exist', async () => {
    expect((await pay(ids)).body).toEqual({ message: '3 orders are paid now.' });
    expect(await paidOf()).toEqual([true, true, true]);
    expect((await pay([ids[0], `00${ids[0]}`, Number(ids[0])])).body.message).toBe('1 order is paid now.');
    expect((await pay([ids[0], '999999998'])).body.message).toBe('1 order is paid now. 1 is there no more.');
    expect((await pay(['999999997', '999999998'])).body.message).toBe(
      'No order was marked. 2 are there no more.',
    );
  });

  it('touches no other order', async () => {
    const paid = () => sql<{ count: string }>`select count(*) from orders where paid`.execute(service.db);
    const before = await paid();
    await pay([ids[0]]);
    expect(Number((await paid()).rows[0]?.count)).toBe(Number(before.rows[0]?.count) + 1);
  });

  it('takes between 1 and 1,000 orders', async () => {
    expect((await pay([])).body.errors).toEqual({ selection: ['must have at least 1 entry'] });
    const thousand = Array.from({ length: 1_000 }, (_, index) => `${900_000_000 + index}`);
    expect((await pay(thousand)).status).toBe(200);
    expect((await pay([...thousand, '1'])).body.errors).toEqual({
      selection: ['must have at most 1000 entries, and has 1001'],
    });
    expect((await pay(['1', 'all'])).body.errors).toEqual({
      'selection.1': ['must be the id of an order, in digits, not "all"'],
    });
    expect((await pay(undefined)).body.errors).toEqual({ selection: ['is required'] });
    const hostile = await pay(Array.from({ length: 20_000 }, () => 'x'));
    expect(hostile.status).toBe(422);
    expect(hostile.text.length).toBeLessThan(20_000);
  });

  it('succeeds for concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => pay(index % 2 ? ids : ids.toReversed())),
    );
    expect(new Set(responses.map(({ body }) => body.message))).toEqual(new Set(['3 orders are paid now.']));
  });

  it('needs the permission', async () => {
    expect((await pay(ids, clerk)).status).toBe(403);
    expect(await paidOf()).toContain(false);
  });
});
