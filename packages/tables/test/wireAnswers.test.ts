import fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../scripts/generate/protocolTypes.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import { namedRoutes, tables } from '../src/fastify/index.ts';
import { installActionRuns } from '../src/index.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop } from './shop.ts';

/** Compares an object of a response with the reference of the wire: nothing unlisted, and all required fields. */
function expectListed(type: string, value: object): void {
  const listed = fieldsOf(type).filter(({ path }) => !/[.[]/.test(path));
  const names = listed.map(({ path }) => path);

  expect(names.length, type).toBeGreaterThan(0);
  expect(
    Object.keys(value).filter((name) => !names.includes(name)),
    type,
  ).toEqual([]);
  expect(
    listed.filter(({ path, isOptional }) => !isOptional && !(path in value)),
    type,
  ).toEqual([]);
}

describe('The reference of the wire lists every field of', () => {
  let database: TestDatabase<Shop>;
  let app: FastifyInstance;

  beforeAll(async () => {
    database = await createTestDatabase<Shop>('sqlite');
    await createShop(database.db, 'sqlite');
    await fillShop(database.db, 'sqlite', 40);
    await installActionRuns(database.db);
    app = fastify();
    await app.register(namedRoutes);
    app.get('/api/customers/options', { config: { name: 'customers.options' } }, async () => []);
    app.delete('/api/orders/:order', { config: { name: 'orders.destroy' } }, async () => ({}));
    await app.register(tables, {
      prefix: '/api',
      db: database.db as Kysely<Shop>,
      tables: [
        ordersTable(
          { ...ordersTemplate, buttons: ['action', 'destroy', 'show'] },
          {
            actions: {
              action: {
                row: async ({ dtRowId }) => {
                  if (Number(dtRowId) === 3) throw new Error('this one fails');
                },
              },
            },
          },
        ),
      ],
    });
  });

  afterAll(async () => {
    await app?.close();
    await database?.destroy();
  });

  it('a response of init', async () => {
    const { template, meta, ...rest } = (await app.inject('/api/orders/init')).json();

    expectListed('InitResponse', { template, meta, ...rest });
    expectListed('InitTemplate', template);
    expectListed('InitMeta', meta);
    for (const button of [...template.buttons.global, ...template.buttons.row])
      expectListed('InitButton', button);
    for (const filter of template.filters) expectListed('InitFilter', filter);
    for (const column of template.columns) {
      expectListed('InitColumn', column);
      if (column.number) expectListed('InitNumber', column.number);
      if (column.money) expectListed('NumberFormat', column.money);
    }
    expect(template.columns.some(({ money }: { money?: object }) => money)).toBe(true);
    expect(template.buttons.row.length).toBe(2);
  });

  it('a response of data', async () => {
    const response = (await app.inject('/api/orders/tableData?meta[search]=R-0')).json();

    expectListed('DataResponse', response);
    expectListed('Pagination', response.pagination);
  });

  it('a response of an action', async () => {
    const response = (
      await app.inject({ method: 'PATCH', url: '/api/orders/action', payload: { meta: { start: 0 } } })
    ).json();

    expectListed('ActionResponse', response);
    expect(response.failed).toHaveLength(1);
    expectListed('ActionFailure', response.failed[0]);
  });

  it.each([
    ['tables.invalid_request', { method: 'GET', url: '/api/orders/tableData?meta[length]=0' }],
    ['tables.malformed_request', { method: 'GET', url: '/api/orders/tableData?meta=%7B' }],
    [
      'tables.malformed_request',
      {
        method: 'POST',
        url: '/api/orders/tableData',
        payload: '{',
        headers: { 'content-type': 'application/json' },
      },
    ],
  ] as const)('a refusal: %s', async (type, request) => {
    const response = (await app.inject(request)).json();

    expectListed('Problem', response);
    expect(response.type).toBe(type);
  });
});
