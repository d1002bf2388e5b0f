import { Writable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { TableDefinition } from '../src/index.ts';
import { actionShop, closingTables } from './actionShop.ts';
import { type ActionShop, actionTemplate, closing } from './closing.ts';
import { ordersTemplate } from './shop.ts';
import { type LoggedDatabase, refusal } from './support.ts';

const codes = ['ENOENT', 'EPIPE', 'ECONNRESET', 'ETIMEDOUT', 'ECONNREFUSED', 'EHOSTUNREACH', '22P02'];
const broken = (code: string) => Object.assign(new Error(`broken by ${code}`), { code });

describe.each(dialects)('a failure on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, 20);
  });

  afterAll(() => database.destroy());

  const tablesOf = (more: Partial<TableDefinition> = {}, action = {}) =>
    closingTables(database.db, closing({ row: () => undefined, ...action }, more));
  const appending = {
    template: {
      ...actionTemplate,
      appends: ['extra'],
      columns: [...actionTemplate.columns, { label: 'Extra', name: 'extra' }],
    },
  };

  it.each(codes)('of an output, a row function or a hook is not one of the database: %s', async (code) => {
    const error = broken(code);
    const fail = () => {
      throw error;
    };
    const output = new Writable({ write: (_chunk, _encoding, done) => done(error) });
    const reading = tablesOf({ ...appending, appends: { extra: fail } });

    await expect(tablesOf().exportRows('orders', {}, null, { output, format: 'csv' })).rejects.toBe(error);
    await expect(reading.data('orders', {})).rejects.toBe(error);
    await expect(
      reading.exportRows('orders', {}, null, { output: new Writable({ write: (_c, _e, done) => done() }) }),
    ).rejects.toBe(error);
    await expect(tablesOf({ query: fail as never }).data('orders', {})).rejects.toBe(error);
    for (const hook of ['before', 'after']) {
      const run = tablesOf({}, { [hook]: fail }).runAction('orders', 'close', {}, null);
      await expect(run).rejects.toMatchObject({
        message: expect.stringContaining(`${hook}() of`),
        cause: error,
      });
    }
  });

  if (dialect === 'postgres')
    it('of the SQL of a definition is not blamed on a filter', async () => {
      const query = (db: Kysely<ActionShop>) =>
        db
          .selectFrom('orders')
          .select(['orders.id as dtRowId', 'orders.number'])
          .select(sql`cast(orders.number as integer)`.as('status'));
      const template = { ...actionTemplate, filters: ordersTemplate.filters };
      const tables = tablesOf({ query: query as never, template });
      const tooLarge = { filters: { orders: { customer_id: '99999999999999' } } };

      for (const request of [{}, { filters: { orders: { paid: [true, false] } } }, { params: { a: 1 } }]) {
        expect((await refusal(tables.data('orders', request))).code).toBe('tables.invalid_query');
      }
      // More than its column can hold: no row has it.
      expect((await tablesOf({ template }).data('orders', tooLarge)).filtered).toBe(0);
    });
});
