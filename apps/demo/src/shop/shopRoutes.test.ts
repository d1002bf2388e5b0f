import { request as send } from 'node:http';
import {
  startTestService,
  type TestCaller,
  type TestService,
  type TestUser,
} from '@rowhouse/service/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import definition from '../../rowhouse.config.ts';

let service: TestService;
let owner: TestUser;
let shop: TestCaller;
let customer: number;
beforeAll(async () => {
  service = await startTestService(definition, {
    environment: { ROWHOUSE_API_CALLS_SECRET_NAMES: 'doorCode' },
  });
  owner = await service.signIn({ permissions: ['shop.orders.show', 'shop.orders.update'] });
  shop = await owner.withApiKey();
  const { db } = service;
  await db
    .insertInto('countries')
    .values({ code: 'RO', name: 'Romania', native_name: 'România', flag: '🇷🇴' })
    .execute();
  const { id } = await db
    .insertInto('customers')
    .values({ name: 'Ada', email: 'ada@home.example', country_code: 'RO' })
    .returning('id')
    .executeTakeFirstOrThrow();
  customer = id;
});
afterAll(() => service?.stop());

let orders = 0;
/** Of a status as data/orderStatuses.ts counts them. */
async function addOrder(status: number): Promise<string> {
  const number = `R-2026-${String(++orders).padStart(6, '0')}`;
  await service.db
    .insertInto('orders')
    .values({
      number,
      customer_id: customer,
      status,
      total: '119.00',
      tax: '19.00',
      shipping_cents: 490,
      items: 2,
      paid: true,
      placed_at: '2026-01-02T03:04:05Z',
      tracking_number: '001234567890123457',
      note: 'Ring twice',
    })
    .execute();

  return number;
}

const path = (number: string) => `/api/shop/orders/${number}`;
const show = (number: string, as = shop) => as.get(path(number));
const report = (number: string, body: unknown) => shop.patch(path(number), body);

async function loggedOf(number: string) {
  await service.context.calls.log.flush();

  return service.db
    .selectFrom('api_logs')
    .select(['user_id', 'route', 'method', 'status', 'direction', 'error', 'payload'])
    .where('url', '=', path(number))
    .orderBy('id')
    .execute();
}

describe('A web shop with an API key', () => {
  it('returns the fields of an order that a shop may show', async () => {
    const number = await addOrder(2);
    const response = await show(number);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      number,
      status: 'processing',
      total: '119.00',
      tax: '19.00',
      shipping: '4.90',
      currency: 'EUR',
      items: 2,
      paid: true,
      placedAt: '2026-01-02T03:04:05.000Z',
      deliveredOn: null,
      trackingNumber: '1234567890123457',
    });
  });

  it('reports its changes, forward only', async () => {
    const number = await addOrder(1);
    expect((await report(number, { status: 'shipped' })).body).toMatchObject({ number, status: 'shipped' });
    const delivered = await report(number, { status: 'delivered' });
    expect(delivered.body).toMatchObject({
      status: 'delivered',
      deliveredOn: expect.stringMatching(/^20\d\d-/),
    });
    const again = await report(number, { status: 'delivered' });
    expect([again.status, again.body]).toEqual([200, delivered.body]);

    const back = await report(number, { status: 'shipped' });
    expect([back.status, back.body.type]).toEqual([409, 'service.conflict']);
    expect(back.body.message).toBe(`The order ${number} is delivered, and cannot become shipped any more.`);
    expect((await show(number)).body.status).toBe('delivered');
  });

  it.each([
    [5, 'cancelled'],
    [6, 'returned'],
  ])('cannot deliver an order of status %i', async (status, name) => {
    const number = await addOrder(status);
    const response = await report(number, { status: 'delivered' });
    expect([response.status, response.body.message]).toEqual([409, expect.stringContaining(`is ${name}`)]);
  });

  it.each([
    [{ status: 'lost' }, 'status'],
    [{}, 'status'],
    [{ status: 'shipped', total: '1.00' }, 'total'],
  ])('receives an error that names the fault of %j', async (body, field) => {
    const response = await report(await addOrder(1), body);
    expect([response.status, response.body.type]).toEqual([422, 'service.invalid_request']);
    expect(Object.keys(response.body.errors as object)).toEqual([field]);
  });

  it('finds both in the description of all endpoints', async () => {
    const { body } = await owner.get('/api/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
    const { get, patch } = paths['/api/shop/orders/{number}'] ?? {};
    expect([get?.operationId, patch?.operationId]).toEqual(['shop.orders.show', 'shop.orders.update']);
  });
});

describe('The log of API calls', () => {
  it('has each call with user, route and outcome, and no secret', async () => {
    const number = await addOrder(1);
    await show(number);
    await report(number, {
      status: 'lost',
      doorCode: 'open-sesame',
      customer: { password: 'hunter2hunter2' },
    });
    const rows = await loggedOf(number);
    const who = { user_id: owner.id, direction: 'Inbound' };
    expect(rows).toMatchObject([
      { ...who, method: 'GET', status: 200, route: 'shop.orders.show', error: null },
      { ...who, method: 'PATCH', status: 422, route: 'shop.orders.update' },
    ]);
    expect(rows[0]?.payload?.response?.body).toMatchObject({ number, status: 'pending' });
    expect(rows[1]?.payload?.request.body).toMatchObject({ status: 'lost' });
    expect(JSON.stringify(rows)).not.toMatch(/open-sesame|hunter2/);
    expect(JSON.stringify(rows)).not.toContain(shop.headers['x-api-key']);
  });

  it('has those without the permission, and not those of inactive accounts', async () => {
    const number = await addOrder(1);
    const visitor = await service.signIn({ role: 'supervisor' });
    const withKey = await visitor.withApiKey();
    const refused = await show(number, withKey);
    expect([refused.status, refused.body.type]).toEqual([403, 'service.forbidden']);
    await service.db.updateTable('users').set({ is_active: false }).where('id', '=', visitor.id).execute();
    service.forgetAccess();
    const inactive = await show(number, withKey);
    expect([inactive.status, inactive.body.type]).toEqual([403, 'service.inactive_user']);
    expect((await show(number, service)).status).toBe(401);
    expect(await loggedOf(number)).toMatchObject([
      { user_id: visitor.id, status: 403, route: 'shop.orders.show' },
    ]);
  });

  it('reports a missing order, and notifies administrators', async () => {
    const number = 'R-1999-000001';
    const response = await show(number);
    expect([response.status, response.body.message]).toEqual([404, `There is no order ${number}.`]);
    expect(await loggedOf(number)).toMatchObject([{ status: 404, error: `There is no order ${number}.` }]);
    const reported = () =>
      service.db
        .selectFrom('notifications')
        .select(['title', 'parameters'])
        .where('type', '=', 'apiCall.error')
        .execute();
    await expect.poll(reported).toContainEqual({
      title: 'A call from another program failed: {method} {address}',
      parameters: expect.objectContaining({ method: 'GET', address: path(number) }),
    });
  });

  it('has a call that the client aborted, without a status', async () => {
    const number = await addOrder(1);
    const { db } = service;
    const held = await db.startTransaction().execute();
    await held.selectFrom('orders').select('id').where('number', '=', number).forUpdate().execute();
    const call = send(`${service.address}${path(number)}`, {
      method: 'PATCH',
      headers: { ...shop.headers, 'content-type': 'application/json' },
    });
    call.on('error', () => undefined);
    call.end('{"status":"shipped"}');
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        );

        return rows.length;
      })
      .toBe(1);
    call.destroy();
    await expect
      .poll(() => loggedOf(number))
      .toMatchObject([
        {
          status: null,
          method: 'PATCH',
          error: 'The client closed the connection before the response was sent.',
        },
      ]);
    await held.rollback().execute();
  });
});
