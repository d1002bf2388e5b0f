import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createTables, defineTable, type TableDefinition } from '../src/index.ts';
import { base, orders } from './rowTable.ts';
import { createShop, fillShop, type Shop, type ShopOrder } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 40;

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

  it('contain numbers as formatted text without the symbol, and an empty text for null', async () => {
    const rows = await rowsOf(orders());

    expect(rows.map(({ total }) => total)).toEqual(
      known.map(({ total }) => Number(total).toLocaleString('en-US', { minimumFractionDigits: 2 })),
    );
    expect(rows.map(({ quantity }) => quantity)).toEqual(
      known.map(({ quantity }) => (quantity === null ? '' : `${quantity},0`)),
    );
  });

  it('contain cents as whole units, exactly', async () => {
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

  it('contain the exact values of cells whose format leaves out a part', async () => {
    const column = (name: string, more: object) => ({ label: name, name, data: `orders.${name}`, ...more });
    const rows = await rowsOf(
      orders(
        {
          columns: [
            column('total', { number: { precision: 0 } }),
            column('cents', { number: { precision: 1 }, meta: ['cents'] }),
            column('placed_at', { dateFormat: 'd.m.y H:i', meta: ['datetime'] }),
            column('delivered_on', { dateFormat: 'm/Y', meta: ['date'] }),
            column('status', { resource: 'state' }),
          ],
        },
        { resources: { state: (value) => String(value).slice(0, 1) } },
      ),
    );
    const plain = (value: number | string) => String(Number(value));
    const whole = await rowsOf(orders());

    expect(whole.filter((row) => '_exact' in row)).toEqual([]);
    expect(rows.map(({ _exact: exact = {} }) => exact)).toEqual(
      known.map(({ total, cents, placed_at, delivered_on }) => ({
        ...(Number(total) % 1 !== 0 && { total: plain(total) }),
        ...(cents % 10 !== 0 && { cents: plain(cents / 100) }),
        placed_at: new Date(placed_at).toISOString().slice(0, 19),
        ...(delivered_on !== null && { delivered_on: new Date(delivered_on).toISOString().slice(0, 10) }),
      })),
    );
  });

  it('contain true, false or null in boolean columns on every database', async () => {
    expect((await rowsOf(orders())).map(({ paid }) => paid)).toEqual(known.map(({ paid }) => paid));
  });

  it('contain the keys of an enum, not its labels', async () => {
    expect((await rowsOf(orders())).map(({ status }) => status)).toEqual(known.map(({ status }) => status));
  });

  it('contain identifiers beyond 2^53 with all their digits, as text', async () => {
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
      const response = await tablesOf(database.db, definition).data('orders', {
        meta: { start: size, length: 1 },
      });

      expect(response.data).toMatchObject([{ dtRowId: huge }]);
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

  it('translate texts for the user, on the screen and in exports', async () => {
    const definition = orders(
      {
        appends: ['status'],
        columns: [{ label: 'State', name: 'status', data: 'orders.status' }],
      },
      {
        appends: {
          status: ({ status }, { translate }) => translate('Is {status}.', { status: `${status}` }),
        },
      },
    );
    const tables = createTables({
      db: database.db,
      definitions: [definition],
      translate: (user, text, { status = '' }) => `${user}: ${text} ${status}`,
    });
    const { data } = await tables.data('orders', { meta: { length: 100 } }, 'Ada');
    expect(data.map((row) => row.status)).toEqual(known.map(({ status }) => `Ada: Is {status}. ${status}`));

    const output = new PassThrough();
    const [file] = await Promise.all([
      text(output),
      tables.exportRows('orders', {}, 'Ada', { format: 'csv', output }),
    ]);
    expect(file.split('\r\n').slice(1, -1)).toEqual(known.map(({ status }) => `Ada: Is {status}. ${status}`));

    const [row] = await rowsOf(definition);
    expect(row?.status).toBe(`Is ${known[0]?.status}.`);
  });

  it('return the actions and the CSS classes of each row', async () => {
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
    'contain the CSS classes of a whole row as a list, flattened or not',
    async (flatten) => {
      const rows = await rowsOf(
        orders({ flatten }, { cssClasses: (row) => (row.quantity === null ? ['is-empty', 'is-grey'] : []) }),
      );

      expect(rows.map(({ _cssClasses }) => _cssClasses)).toEqual(
        known.map(({ quantity }) => (quantity === null ? ['is-empty', 'is-grey'] : [])),
      );
    },
  );

  it('omit what the template strips, which row functions still see', async () => {
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
});
