import { startTestService, type TestService, type TestUser } from '@rowhouse/service/testing';
import type { DataResponse, FacetsResponse, GroupsResponse, InitResponse } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import definition from '../../rowhouse.config.ts';
import { seedDemo } from '../data/seedDemo.ts';

let service: TestService;
let boss: TestUser;
let clerk: TestUser;
beforeAll(async () => {
  service = await startTestService(definition);
  await seedDemo(service.db, { orders: 400 });
  boss = await service.signIn({ role: 'administrator' });
  clerk = await service.signIn({ permissions: ['orders.init', 'orders.tableData', 'orders.show'] });
});
afterAll(() => service?.stop());

async function init(as = boss) {
  return (await as.get<InitResponse>('/api/orders/init')).body;
}

async function data(meta: object = {}, payload: object = {}) {
  const body = { ...payload, meta: { start: 0, length: 10, ...meta } };
  const response = await boss.post<DataResponse>('/api/orders/tableData', body);
  expect(response.status).toBe(200);
  return response.body;
}

const get = (path: string, as = boss) => as.get(path);
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

let inserted = 0;
function insertOrder(values: object = {}) {
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
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}

describe('The orders table', () => {
  it('has facets with the names of countries, and groups by month with totals', async () => {
    const read = async <Body>(meta: object) => {
      const { status, body } = await boss.post<Body>('/api/orders/tableData', { meta });
      expect(status).toBe(200);

      return body;
    };
    const country = 'customers.country_code';
    const { facets } = await read<FacetsResponse>({ facets: ['orders.status', country] });
    const groups = [{ column: 'placed_at', step: 'month' }, { column: 'status' }];
    const months = await read<GroupsResponse>({ groups });

    expect(facets[country]?.values.every(({ label }) => typeof label === 'string' && label.length > 2)).toBe(
      true,
    );
    expect(months.groups[0]).toMatchObject({ label: expect.stringMatching(/^\d{4}-\d\d$/) });
    expect(months.total).toEqual((await data()).total);
  });

  it('has buttons in all three places, for users with their permissions', async () => {
    const { template } = await init();
    expect(names(template.buttons.row)).toEqual(['show', 'download', 'destroy']);
    expect(template.buttons.row.map(({ path, route }) => path ?? route)).toEqual([
      'orders.show',
      '/api/orders/dtRowId/download',
      '/api/orders/dtRowId',
    ]);
    expect(template.buttons.global).toEqual([
      expect.objectContaining({ name: 'excel', action: 'export', path: '/api/orders/exportExcel' }),
      expect.objectContaining({
        name: 'paid',
        method: 'PATCH',
        path: '/api/orders/paid',
        selection: true,
        confirmation: true,
      }),
      expect.objectContaining({
        name: 'delivered',
        path: '/api/orders/deliver',
        selection: true,
        matching: true,
      }),
      expect.objectContaining({
        name: 'status',
        path: '/api/orders/setStatus',
        form: '/api/orders/setStatus/form',
        preview: '/api/orders/setStatus/preview',
      }),
    ]);
    expect(template.buttons.dropdown).toEqual([
      expect.objectContaining({ name: 'summary', action: 'href', path: '/api/orders/summary' }),
      expect.objectContaining({ name: 'csv', action: 'export', params: { format: 'csv' } }),
      expect.objectContaining({ name: 'deliver', method: 'PATCH', path: '/api/orders/deliver' }),
    ]);
    const { template: less } = await init(clerk);
    expect([less.buttons.row, less.buttons.global, less.buttons.dropdown].map(names)).toEqual([
      ['show'],
      [],
      [],
    ]);
    expect(less.filters).toBeUndefined();
  });

  it('uses every kind of column', async () => {
    const { template } = await init();
    const tagged = new Set(
      template.columns.flatMap(({ meta }) => Object.entries(meta).flatMap(([tag, on]) => (on ? [tag] : []))),
    );
    for (const tag of [
      'icon',
      'translatable',
      'slot',
      'customTotal',
      'boolean',
      'clickable',
      'rogue',
      'method',
      'cents',
    ]) {
      expect(tagged).toContain(tag);
    }
    expect(template).toMatchObject({ preview: true, selectable: true, crtNo: true });
    expect(template.controls).toEqual(['length', 'columns', 'style', 'reload', 'reset']);
  });

  it('computes the shipping method and the tax of an order', async () => {
    const cases = [
      { shipping_cents: 0, total: '119.00', tax: '19.00', icon: 'gift', method: 'Free shipping', rate: '19' },
      {
        shipping_cents: 490,
        total: '107.00',
        tax: '7.00',
        icon: 'truck',
        method: 'Standard shipping',
        rate: '7',
      },
      { shipping_cents: 690, total: '5.00', tax: '0.00', icon: 'box', method: 'Tracked parcel', rate: '0' },
      {
        shipping_cents: 1290,
        total: '0.00',
        tax: '0.00',
        icon: 'truck-fast',
        method: 'Express shipping',
        rate: '',
      },
    ];
    for (const { icon, method, rate, ...values } of cases) {
      const { id, number } = await insertOrder(values);
      const { data: rows } = await data({ search: number });
      expect(rows).toMatchObject([
        { dtRowId: id, shipping_icon: icon, shipping_method: method, tax_rate: rate },
      ]);
      await service.db.deleteFrom('orders').where('id', '=', id).execute();
    }
  });

  it('is searched by the address of the customer, which is no column to be seen', async () => {
    const { email, orders } = await service.db
      .selectFrom('customers')
      .innerJoin('orders', 'orders.customer_id', 'customers.id')
      .select((select) => ['customers.email', select.fn.countAll<string>().as('orders')])
      .groupBy('customers.id')
      .orderBy('customers.id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { filtered, data: rows } = await data({ search: email });
    expect(filtered).toBe(Number(orders));
    expect(new Set(rows.map((row) => row.email))).toEqual(new Set([email]));
  });
});

describe('The cells of orders', () => {
  it('are validated, and changed only with the permission', async () => {
    const { id } = await insertOrder({ status: 1, paid: null });
    const edit = (column: string, value: unknown, more: object = {}, as = boss) =>
      as.patch<{ row?: Record<string, unknown>; current?: unknown; message?: string }>('/api/orders/edit', {
        row: id,
        column,
        value,
        ...more,
      });
    expect((await edit('delivered_on', '2026-07-02')).body.message).toMatch(/^The order is not delivered/);
    expect(await edit('status', 4, { expected: 1 })).toMatchObject({
      status: 200,
      body: { row: { status: 4 } },
    });
    expect(await edit('status', 5, { expected: 1 })).toMatchObject({
      status: 409,
      body: { current: { dtRowId: id, status: 4 } },
    });
    expect((await edit('delivered_on', '2026-07-02')).body.row).toMatchObject({ delivered_on: '02-07-2026' });
    expect((await edit('paid', true)).body.row).toMatchObject({ paid: true });
    expect((await edit('note', 'x'.repeat(501))).status).toBe(422);
    expect((await edit('total', '1.00')).status).toBe(422);
    expect((await edit('paid', false, {}, clerk)).status).toBe(403);
    expect((await edit('status', null)).status).toBe(422);
    const required = (await init(boss)).template.columns.filter((column) => column.edit?.required);
    expect(required.map(({ name }) => name)).toEqual(['status']);
    const editable = async (as: TestUser) =>
      (await init(as)).template.columns.filter(({ meta }) => meta.editable).map(({ name }) => name);
    expect(await editable(boss)).toEqual(['status', 'paid', 'delivered_on', 'note']);
    expect(await editable(clerk)).toEqual([]);
    await service.db.deleteFrom('orders').where('id', '=', id).execute();
  });
});

describe('An order', () => {
  it('is shown with its customer, to the last digit', async () => {
    const { db } = service;
    const { id, number } = await insertOrder({
      status: 4,
      total: '1234567890.10',
      shipping_cents: 490,
      delivered_on: '2026-01-01',
      tracking_number: '123456789012345678',
    });
    const customer = await db
      .selectFrom('customers')
      .innerJoin('countries', 'countries.code', 'country_code')
      .select(['customers.name', 'email', 'company', 'code', 'countries.name as country', 'flag'])
      .where('customers.id', '=', 3)
      .executeTakeFirstOrThrow();
    const response = await get(`/api/orders/${id}`, clerk);
    expect(response.status).toBe(200);
    expect(response.body.order).toEqual({
      id,
      number,
      status: 4,
      statusLabel: 'Delivered',
      total: '1234567890.10',
      tax: '19.00',
      shippingCents: 490,
      shippingMethod: 'Standard shipping',
      currency: 'EUR',
      items: 2,
      paid: null,
      priority: null,
      placedAt: '2026-06-30T22:15:00.000Z',
      deliveredOn: '2026-01-01',
      trackingNumber: '123456789012345678',
      note: null,
      customer: {
        id: 3,
        name: customer.name,
        email: customer.email,
        company: customer.company,
        country: { code: customer.code, name: customer.country, flag: customer.flag },
      },
    });
  });

  it('downloads as a text file with a safe name for any number', async () => {
    const { id } = await insertOrder({ number: 'T-1/../"x"\r\n é', note: 'two\nlines', paid: true });
    const file = await get(`/api/orders/${id}/download`);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="order-T-1-..-x-.txt"');
    expect(file.text).toContain('\nTotal      119.00 EUR\n');
    expect(file.text).toContain('\nPaid       yes\n');
    expect(file.text).toContain('\nNote       two lines\n');
    expect((await get(`/api/orders/${id}/download`, clerk)).status).toBe(403);
  });

  it('returns 404 for a deleted order', async () => {
    for (const response of [
      await get('/api/orders/999999999'),
      await get('/api/orders/999999999/download'),
      await boss.delete('/api/orders/999999999'),
    ]) {
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({
        type: 'service.not_found',
        message: 'There is no order 999999999; it may have been deleted before.',
      });
    }
    expect((await get('/api/orders/R-1')).body.errors).toEqual({
      order: ['must be the id of an order, in digits, not "R-1"'],
    });
  });
});

it('The summary counts the orders of each status', async () => {
  const { db } = service;
  const file = await get('/api/orders/summary');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="orders-by-status.csv"');
  const [head, ...lines] = file.text.trimEnd().split('\r\n');
  expect(head).toBe('Status,Orders');
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    'Pending',
    'Processing',
    'Shipped',
    'Delivered',
    'Cancelled',
    'Returned',
  ]);
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  expect(lines.reduce((sum, line) => sum + Number(line.split(',')[1]), 0)).toBe(count);
});

describe('The options of the country filter', () => {
  it('are named, sorted and searched in the language of the user', async () => {
    const german = await service.signIn({ role: 'administrator' });
    await service.db.updateTable('users').set({ language: 'de' }).where('id', '=', german.id).execute();
    const { body } = await german.get<{ id: string; name: string }[]>('/api/countries/options?query=deutsch');
    expect(body).toEqual([{ id: 'DE', name: 'Deutschland' }]);
    const { body: first } = await german.get<{ name: string }[]>('/api/countries/options?paginate=3');
    expect(names(first)).toEqual(names(first).toSorted((one, other) => one.localeCompare(other, 'de')));
    expect((await get('/api/countries/options?query=germ')).body).toEqual([{ id: 'DE', name: 'Germany' }]);
  });
});
