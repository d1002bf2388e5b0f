import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { checkTables } from '@rowhouse/tables-dev';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { belongsTo, defineTable, hasOne, type TableDefinition, type TemplateJson } from '../src/index.ts';
import { base, orders } from './rowTable.ts';
import { createShop, fillShop, type Shop, type ShopOrder } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 40;

describe.each(dialects)('rows with relations on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let known: ShopOrder[];

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    known = await fillShop(database.db, dialect, size);
  });

  afterAll(() => database.destroy());

  const rowsOf = async (definition: TableDefinition) =>
    (await tablesOf(database.db, definition).data('orders', { meta: { length: 100 } })).data;
  const buyer = belongsTo('customers', { foreignKey: 'customer_id', columns: ['id', 'name'] });
  const columns: TemplateJson['columns'] = [
    { label: 'Buyer', name: 'buyer.name' },
    { label: 'Country', name: 'buyer.country_id' },
  ];

  it('have the whole related record, or null, by one query for each relation', async () => {
    const tables = tablesOf(
      database.db,
      orders(
        { columns },
        { with: { buyer: belongsTo('customers', { foreignKey: 'customer_id' }), few: buyer } },
      ),
    );
    await tables.data('orders', {});
    database.statements();
    const { data } = await tables.data('orders', { meta: { length: 100 } });
    const related = database.statements().filter((statement) => /from .customers. where/i.test(statement));
    const customers = await database.db.selectFrom('customers').selectAll().execute();

    expect(related).toHaveLength(2);
    expect(data.map((row) => row.buyer)).toEqual(
      known.map(({ customer_id }) => customers.find(({ id }) => id === customer_id) ?? null),
    );
    expect(data.map((row) => row.few)).toEqual(
      known.map(({ customer_id }) => {
        const found = customers.find(({ id }) => id === customer_id);
        return found ? { id: found.id, name: found.name } : null;
      }),
    );
  });

  it('have an empty text in number cells of a missing record, and a resource of the whole record', async () => {
    const number = [{ label: 'Country', name: 'buyer.country_id', number: {} }];
    const rows = await rowsOf(orders({ columns: number }, { with: { buyer } }));
    const missing = rows.filter((_row, index) => known[index]?.customer_id === null);
    const whole = await rowsOf(
      orders(
        { columns: [{ label: 'Buyer', name: 'buyer', resource: 'whole' }] },
        {
          with: { buyer },
          resources: { whole: (record) => (record as { name: string } | null)?.name.toUpperCase() ?? 'none' },
        },
      ),
    );

    expect(missing.length).toBeGreaterThan(0);
    expect(missing.map((row) => row.buyer)).toEqual(missing.map(() => ({ country_id: '' })));
    expect(whole.every((row) => typeof row.buyer === 'string')).toBe(true);
    expect(whole.some((row) => row.buyer === 'none')).toBe(true);
  });

  it('have big integers of the related record as text, which JSON can carry', async () => {
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({
        ...result,
        rows: result.rows.map((row) => ('country_id' in row ? { ...row, big: 2n ** 60n } : row)),
      }),
    });
    const definition = orders(
      { columns },
      { with: { buyer: belongsTo('customers', { foreignKey: 'customer_id' }) } },
    );
    const { data } = await tablesOf(db, definition).data('orders', {});
    const buyers = data.map((row) => row.buyer as { big: unknown } | null).filter((row) => row !== null);

    expect(buyers.length).toBeGreaterThan(0);
    expect(new Set(buyers.map(({ big }) => big))).toEqual(new Set(['1152921504606846976']));
    expect(() => JSON.stringify(data)).not.toThrow();
  });

  it('have null where the query does not select the key', async () => {
    database.statements();
    const rows = await rowsOf(
      defineTable({
        template: { ...base, columns },
        query: (db: Kysely<Shop>) =>
          db.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number']),
        with: { buyer },
      }),
    );

    expect(new Set(rows.map((row) => row.buyer))).toEqual(new Set([null]));
    expect(database.statements().some((statement) => /customers/.test(statement))).toBe(false);
  });

  it('have a record of their own for each row', async () => {
    const rows = await rowsOf(
      orders(
        { columns: [{ label: 'Buyer', name: 'buyer.name', resource: 'once' }] },
        { with: { buyer }, resources: { once: (name, row) => `${name} of ${row.number}` } },
      ),
    );
    const of = rows.map((row) => row.buyer as { name: string } | null);

    known.forEach(({ number, customer_id }, index) => {
      if (customer_id !== null) expect(of[index]?.name).toMatch(new RegExp(`^\\S+ of ${number}$`));
    });
    expect(new Set(of.filter((record) => record !== null)).size).toBe(of.filter(Boolean).length);
  });

  it('find a record that has the key of the row', async () => {
    const customers = defineTable({
      template: {
        routePrefix: 'orders',
        lengthMenu: [100],
        columns: [{ label: 'First', name: 'first.number' }],
      },
      query: (db: Kysely<Shop>) => db.selectFrom('customers').select('customers.id as dtRowId'),
      with: { first: hasOne('orders', { foreignKey: 'customer_id', columns: ['number'] }) },
    });
    const rows = await rowsOf(customers);

    for (const { dtRowId, first } of rows) {
      const numbers = known.filter((order) => order.customer_id === dtRowId).map(({ number }) => number);
      expect(numbers).toContain((first as { number: string }).number);
    }
  });

  it('are seen by row functions', async () => {
    const rows = await rowsOf(
      orders(
        { appends: ['who'] },
        {
          with: { buyer },
          appends: { who: (row) => (row.buyer as { name: string } | null)?.name ?? 'nobody' },
        },
      ),
    );

    expect(rows.map(({ who }) => who === 'nobody')).toEqual(
      known.map(({ customer_id }) => customer_id === null),
    );
  });

  it('become dotted attributes where the template flattens', async () => {
    const rows = await rowsOf(
      orders(
        { flatten: true, columns: [...base.columns, ...columns] },
        { with: { buyer }, cssClasses: () => ({ a: 'b' }) },
      ),
    );
    const bought = rows.find((row) => row.customer_id !== null);
    const unbought = rows.find((row) => row.customer_id === null);

    expect(bought).toMatchObject({ 'buyer.id': bought?.customer_id, _cssClasses: { a: 'b' } });
    expect(bought?.['buyer.name']).toEqual(expect.any(String));
    expect(bought).not.toHaveProperty('buyer');
    expect(unbought?.buyer).toBeNull();
    expect(bought?.placed_at).not.toBeUndefined();
  });

  it('of an appended object, and of selected JSON, are columns where the template flattens', async () => {
    const nested = [
      { label: 'Height', name: 'size.height.cm' },
      ...(dialect === 'postgres' ? [{ label: 'City', name: 'address.place.city' }] : []),
    ];
    const made = (flatten: boolean) =>
      tablesOf(database.db, {
        ...orders(
          { flatten, appends: ['size'], columns: [...base.columns, ...nested] },
          { appends: { size: () => ({ height: { cm: 12 } }) } },
        ),
        query: ((db, context) =>
          orders()
            .query(db, context)
            .$if(dialect === 'postgres', (query) =>
              query.select(
                sql`jsonb_build_object('place', jsonb_build_object('city', 'Iași'))`.as('address'),
              ),
            )) as TableDefinition['query'],
      });

    expect(await checkTables(made(true))).toMatchObject([{ faults: [] }]);
    const [{ faults = [] } = {}] = await checkTables(made(false));
    expect(faults).toHaveLength(nested.length);
    const { data } = await made(true).data('orders', {});
    expect(data[0]).toMatchObject({
      'size.height.cm': 12,
      ...(dialect === 'postgres' && { 'address.place.city': 'Iași' }),
    });
    const output = new PassThrough();
    const file = text(output);
    await made(true).exportRows('orders', {}, null, { output, format: 'csv' });
    expect((await file).split('\r\n')[1]).toMatch(dialect === 'postgres' ? /,12,Iași$/ : /,12$/);
  });

  it('send no query for a page without rows', async () => {
    const tables = tablesOf(database.db, orders({ columns }, { with: { buyer } }));
    await tables.data('orders', {});
    database.statements();
    await tables.data('orders', { meta: { start: 1000 } });

    expect(database.statements().some((statement) => /customers/.test(statement))).toBe(false);
  });
});
