import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { belongsTo, defineTable, hasOne, type TableDefinition, type TemplateJson } from '../src/index.ts';
import { createShop, fillShop, type Shop, type ShopOrder } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 40;

const base = {
  routePrefix: 'orders',
  lengthMenu: [100],
  columns: [
    { label: 'Number', name: 'number', data: 'orders.number' },
    { label: 'Status', name: 'status', data: 'orders.status', enum: 'statuses' },
    { label: 'Total', name: 'total', data: 'orders.total', money: { symbol: '€', precision: 2 } },
    { label: 'Fee', name: 'cents', data: 'orders.cents', meta: ['cents'] },
    { label: 'Quantity', name: 'quantity', data: 'orders.quantity', number: { precision: 1, decimal: ',' } },
    { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean'] },
  ],
} satisfies TemplateJson;

function orders(template: Partial<TemplateJson> = {}, more: Partial<TableDefinition> = {}): TableDefinition {
  return {
    ...defineTable({
      template: { ...base, ...template },
      enums: { statuses: { new: 'New' } },
      query: (db: Kysely<Shop>) => db.selectFrom('orders').selectAll('orders').select('orders.id as dtRowId'),
    }),
    ...more,
  };
}

describe.each(dialects)('rows on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let known: ShopOrder[];

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    known = await fillShop(database.db, dialect, size);
  });

  afterAll(() => database.destroy());

  const rowsOf = async (definition: TableDefinition, user?: unknown) =>
    (await tablesOf(database.db, definition).data('orders', { meta: { length: 100 } }, user)).data;

  it('carry numbers as formatted text without the symbol, and an empty text for null', async () => {
    const rows = await rowsOf(orders());

    expect(rows.map(({ total }) => total)).toEqual(
      known.map(({ total }) => Number(total).toLocaleString('en-US', { minimumFractionDigits: 2 })),
    );
    expect(rows.map(({ quantity }) => quantity)).toEqual(
      known.map(({ quantity }) => (quantity === null ? '' : `${quantity},0`)),
    );
  });

  it('carry cents as whole units, exactly', async () => {
    const rows = await rowsOf(orders());
    const formatted = await rowsOf(
      orders({
        columns: [
          { label: 'Fee', name: 'cents', data: 'orders.cents', meta: ['cents'], money: { precision: 2 } },
        ],
      }),
    );

    expect(rows.map(({ cents }) => Number(cents))).toEqual(known.map(({ cents }) => cents / 100));
    expect(formatted.map(({ cents }) => cents)).toEqual(known.map(({ cents }) => (cents / 100).toFixed(2)));
  });

  it('carry true, false or null in boolean columns on every database', async () => {
    expect((await rowsOf(orders())).map(({ paid }) => paid)).toEqual(known.map(({ paid }) => paid));
  });

  it('carry the keys of an enum, not its labels', async () => {
    expect((await rowsOf(orders())).map(({ status }) => status)).toEqual(known.map(({ status }) => status));
  });

  it('carry identifiers beyond 2^53 with all their digits, as text', async () => {
    const huge = '9007199254740993';
    // SQLite's driver reads no whole number that JavaScript cannot hold; there it has to be selected as text.
    const definition = defineTable({
      template: { ...base, columns: base.columns.slice(0, 1) },
      query: (db: Kysely<Shop>) =>
        db
          .selectFrom('orders')
          .select('orders.number')
          .$if(dialect === 'sqlite', (q) => q.select(sql<string>`cast(orders.id as text)`.as('dtRowId')))
          .$if(dialect !== 'sqlite', (q) => q.select('orders.id as dtRowId')) as SelectQueryBuilder<
          Shop,
          'orders',
          { number: string; dtRowId: number | string }
        >,
    });
    await sql`insert into orders (id, number, status, total, cents, placed_at)
      values (${sql.lit(BigInt(huge))}, 'huge', 'new', 1, 1, '2026-01-01 00:00:00')`.execute(database.db);
    try {
      const answer = await tablesOf(database.db, definition).data('orders', {
        meta: { start: size, length: 1 },
      });

      expect(answer.data).toMatchObject([{ dtRowId: huge }]);
    } finally {
      await database.db.deleteFrom('orders').where('number', '=', 'huge').execute();
    }
  });

  it('have the appended attributes, methods and resources, which see values before formatting', async () => {
    const seen: unknown[] = [];
    const definition = orders(
      {
        appends: ['shout'],
        columns: [
          { label: 'Total', name: 'total', data: 'orders.total', money: { precision: 2 } },
          { label: 'Shout', name: 'shout' },
          { label: 'Greeting', name: 'greeting', meta: ['method'] },
          { label: 'State', name: 'status', data: 'orders.status', resource: 'state' },
        ],
      },
      {
        appends: {
          shout: (row) => {
            seen.push(row.total);
            return String(row.status).toUpperCase();
          },
          unused: () => 'not listed',
        },
        methods: { greeting: (row, { user }) => `${user} reads ${row.number}` },
        resources: { state: (value, row) => ({ key: value, of: row.dtRowId }) },
      },
    );
    const rows = await rowsOf(definition, 'Ada');

    expect(rows.map(({ shout }) => shout)).toEqual(known.map(({ status }) => status.toUpperCase()));
    expect(seen.map(Number)).toEqual(known.map(({ total }) => Number(total)));
    expect(rows[4]).toMatchObject({
      greeting: `Ada reads ${known[4]?.number}`,
      status: { key: known[4]?.status, of: rows[4]?.dtRowId },
    });
    expect(rows[0]).not.toHaveProperty('unused');
  });

  it('tell the actions and the CSS classes of each row', async () => {
    const rows = await rowsOf(
      orders(
        {},
        {
          rowActions: (row, { user }) => (row.paid === null ? [] : [`edit by ${user}`]),
          cssClasses: (row): Record<string, string> =>
            row.quantity === null ? { quantity: 'is-empty' } : {},
        },
      ),
      'Ada',
    );

    expect(rows.map(({ _actions }) => _actions)).toEqual(
      known.map(({ paid }) => (paid === null ? [] : ['edit by Ada'])),
    );
    expect(rows.map(({ _cssClasses }) => _cssClasses)).toEqual(
      known.map(({ quantity }) => (quantity === null ? { quantity: 'is-empty' } : {})),
    );
  });

  it.each([false, true])(
    'carry the CSS classes of a whole row as a list, flattened or not',
    async (flatten) => {
      const rows = await rowsOf(
        orders({ flatten }, { cssClasses: (row) => (row.quantity === null ? ['is-empty', 'is-grey'] : []) }),
      );

      expect(rows.map(({ _cssClasses }) => _cssClasses)).toEqual(
        known.map(({ quantity }) => (quantity === null ? ['is-empty', 'is-grey'] : [])),
      );
    },
  );

  it('lack what the template strips, which row functions still see', async () => {
    const rows = await rowsOf(
      orders(
        { strip: ['customer_id', 'note'], appends: ['had'] },
        { appends: { had: (row) => row.customer_id } },
      ),
    );

    expect(rows[0]).not.toHaveProperty('customer_id');
    expect(rows[0]).not.toHaveProperty('note');
    expect(rows.map(({ had }) => had)).toEqual(known.map(({ customer_id }) => customer_id));
  });

  describe('with relations', () => {
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

    it('give each row a record of its own', async () => {
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

    it('send no query for a page without rows', async () => {
      const tables = tablesOf(database.db, orders({ columns }, { with: { buyer } }));
      await tables.data('orders', {});
      database.statements();
      await tables.data('orders', { meta: { start: 1000 } });

      expect(database.statements().some((statement) => /customers/.test(statement))).toBe(false);
    });
  });
});
