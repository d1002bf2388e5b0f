import { checkTables } from '@rowhouse/tables-dev';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { readPage } from '../src/data/readPage.ts';
import { defineTable } from '../src/index.ts';
import { tableQueries } from '../src/prepare/tableQueries.ts';
import { limitedReads } from '../src/runtime/reads.ts';
import { tableRuntime } from '../src/runtime/TableRuntime.ts';
import { expectPages, shapeTable } from './shapes.ts';
import { createShop, fillShop, type Shop } from './shop.ts';
import { idsBySql, idsOf, type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';

const size = 1500;

describe.each(dialects)('queries on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, size);
  });

  afterAll(() => database.destroy());

  const sort = (name: string, direction = 'ASC') => ({ columns: [{ name, meta: { sort: direction } }] });

  it('may be grouped', async () => {
    const definition = shapeTable({ status: 'orders.status', orders: null }, (db) =>
      db
        .selectFrom('orders')
        .groupBy(['orders.customer_id', 'orders.status'])
        .where('orders.customer_id', 'is not', null)
        .select([
          sql<number>`orders.customer_id * 100 + min(orders.cents) * 0 + count(*)`.as('dtRowId'),
          'orders.status',
          sql<number>`count(*)`.as('orders'),
        ]),
    );
    const grouped = `select orders.customer_id * 100 + min(orders.cents) * 0 + count(*) as id
      from orders where customer_id is not null`;

    await expectPages(
      database.db,
      definition,
      `${grouped} group by customer_id, status
       order by status, orders.customer_id * 100 + min(orders.cents) * 0 + count(*)`,
      sort('status'),
    );
    await expectPages(
      database.db,
      definition,
      `${grouped} and status in ('new', 'sent') group by customer_id, status
       order by status desc, orders.customer_id * 100 + min(orders.cents) * 0 + count(*) desc`,
      { ...sort('status', 'DESC'), filters: { orders: { status: ['new', 'sent'] } } },
    );
  });

  it('may be grouped, and is then totalled by its results', async () => {
    const { query } = defineTable({
      template: { routePrefix: 'shape', columns: [] },
      query: (db: Kysely<Shop>) =>
        db
          .selectFrom('orders')
          .groupBy('orders.status')
          .select(['orders.status as dtRowId', 'orders.status'])
          .select(sql<string>`sum(orders.total)`.as('total'))
          .select(sql<number>`max(orders.cents)`.as('most')),
    });
    const definition = {
      ...shapeTable({ status: 'orders.status', total: 'orders.total', most: 'orders.cents' }, () => null),
      query,
    };
    const columns = definition.template.columns.map((column) => ({
      ...column,
      ...(column.name !== 'status' && { meta: [column.name === 'most' ? 'average' : 'total'] }),
      ...(column.name === 'total' && { money: { precision: 2, thousand: '' } }),
    }));
    const tables = tablesOf(database.db, { ...definition, template: { ...definition.template, columns } });
    const some = { filters: { orders: { status: ['new', 'done'] } } };

    for (const [payload, where] of [
      [{}, '1 = 1'],
      [some, "status in ('new', 'done')"],
    ] as const) {
      const { rows } = await sql<{ total: string; most: number | string }>`
        select sum(total) as total, avg(most) as most from (
          select sum(total) as total, max(cents) as most from orders where ${sql.raw(where)} group by status
        ) as results`.execute(database.db);
      const response = await tables.data('shape', payload);

      expect(Number(response.total.total)).toBeCloseTo(Number(rows[0]?.total), 2);
      expect(Number(response.total.most)).toBeCloseTo(Number(rows[0]?.most), 3);
    }
  });

  it('may be distinct', async () => {
    const definition = shapeTable({ status: 'orders.status', customer: 'customers.name' }, (db) =>
      db
        .selectFrom('orders')
        .innerJoin('customers', 'customers.id', 'orders.customer_id')
        .distinct()
        .select(['customers.id as dtRowId', 'customers.name as customer', 'orders.status']),
    );
    const response = await tablesOf(database.db, definition).data('shape', {
      ...sort('status', 'DESC'),
      meta: { length: 1000 },
    });
    const expected = await idsBySql(
      database.db,
      `select customer_id as id from orders where customer_id is not null
       group by status, customer_id order by status desc, customer_id desc`,
    );

    expect(idsOf(response)).toEqual(expected);
    expect(response.count).toBe(expected.length);
  });

  it('may have window functions, which are computed over all rows and not the page only', async () => {
    const definition = shapeTable({ number: 'orders.number', rank: null }, (db) =>
      db
        .selectFrom('orders')
        .select(['orders.id as dtRowId', 'orders.number'])
        .select((eb) =>
          eb.fn
            .agg<number>('row_number')
            .over((over) => over.orderBy('orders.number', 'desc').orderBy('orders.id'))
            .as('rank'),
        ),
    );
    const byHand = shapeTable({ number: 'orders.number', rank: null }, (db) =>
      db
        .selectFrom('orders')
        .select(['orders.id as dtRowId', 'orders.number'])
        .select(sql<number>`row_number() over (order by orders.number desc, orders.id)`.as('rank')),
    );
    const ranks = await idsBySql(database.db, 'select id from orders order by number desc, id');

    for (const each of [definition, byHand]) {
      const tables = tablesOf(database.db, each);
      for (const start of [0, 700, 1100, 1490]) {
        const response = await tables.data('shape', { ...sort('number'), meta: { start, length: 10 } });

        expect(response.data).toHaveLength(10);
        for (const { dtRowId, rank } of response.data) {
          expect(Number(rank)).toBe(ranks.indexOf(Number(dtRowId)) + 1);
        }
      }
    }
  });

  it('may start with a common table expression', async () => {
    const definition = shapeTable({ number: 'recent.number', customer: 'customers.name' }, (db) =>
      db
        .with('recent', (cte) => cte.selectFrom('orders').selectAll().where('cents', '<', 900))
        .selectFrom('recent')
        .leftJoin('customers', 'customers.id', 'recent.customer_id')
        .select(['recent.id as dtRowId', 'recent.number', 'customers.name as customer']),
    );

    await expectPages(
      database.db,
      definition,
      'select id from orders where cents < 900 order by number, id',
      sort('number'),
    );
    await expectPages(
      database.db,
      definition,
      `select orders.id as id from orders join customers on customers.id = customer_id
       where cents < 900 and customers.name like 'Ada%' order by orders.id`,
      { meta: { search: 'Ada', searchMode: 'startsWith' } },
    );
  });

  it('keeps the join of a common table expression that bears the name of a table', async () => {
    const definition = shapeTable({ number: 'orders.number' }, (db) =>
      db
        .with('customers', (cte) => cte.selectFrom('orders').select('orders.customer_id as id'))
        .selectFrom('orders')
        .leftJoin('customers', 'customers.id', 'orders.customer_id')
        .select([sql<number>`orders.id`.as('dtRowId'), 'orders.number']),
    );
    const response = await tablesOf(database.db, definition).data('shape', {});

    // Every customer appears once for each of their orders.
    const [expected] = await idsBySql(
      database.db,
      'select count(*) as id from orders left join orders as others on others.customer_id = orders.customer_id',
    );
    expect(response.count).toBe(expected);
    expect(expected).toBeGreaterThan(size);
  });

  it('may name its tables otherwise, and read from derived tables', async () => {
    const aliased = shapeTable({ number: 'o.number', customer: 'c.name' }, (db) =>
      db
        .selectFrom('orders as o')
        .leftJoin('customers as c', 'c.id', 'o.customer_id')
        .select(['o.id as dtRowId', 'o.number', 'c.name as customer']),
    );
    const derived = shapeTable({ number: 'o.number', customer: 'c.name' }, (db) =>
      db
        .selectFrom(db.selectFrom('orders').selectAll().where('orders.cents', '>=', 10).as('o'))
        .leftJoin(
          db.selectFrom('customers').select(['customers.id', 'customers.name']).as('c'),
          'c.id',
          'o.customer_id',
        )
        .select(['o.id as dtRowId', 'o.number', 'c.name as customer']),
    );
    const from = 'orders left join customers on customers.id = customer_id';

    await expectPages(
      database.db,
      aliased,
      `select id from orders order by number desc, id desc`,
      sort('number', 'DESC'),
    );
    await expectPages(
      database.db,
      aliased,
      `select orders.id as id from ${from} where customers.name like '%eve%' or number like '%eve%' order by orders.id`.replaceAll(
        'eve',
        'Eve',
      ),
      { meta: { search: 'Eve' } },
    );
    await expectPages(
      database.db,
      derived,
      'select id from orders where cents >= 10 order by number, id',
      sort('number'),
    );
    expect(await checkTables(tablesOf(database.db, derived))).toMatchObject([{ faults: [] }]);
  });

  it('is kept compiled for each page, but not for those of thousands of values', async () => {
    const definition = shapeTable({ number: 'orders.number' }, (db) =>
      db.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number']),
    );
    const queries = tableQueries(tableRuntime(database.db), tablesOf(database.db, definition).get('shape'));
    const keptAfter = async (values: readonly string[]) => {
      const query = await queries.prepare({ filters: { orders: { number: values } } }, null);
      const { limits } = query.table.config;
      const { signal } = new AbortController();
      await readPage(query, limitedReads(query.runtime, { limits, turns: query.turns, signal }));

      return query.compiledPages?.size;
    };
    const many = Array.from({ length: 1000 }, (_, index) => `a number that no order has ${index}`);

    expect(await keptAfter(['a'])).toBe(1);
    expect(await keptAfter(['b'])).toBe(2);
    expect(await keptAfter(['a'])).toBe(2);
    expect(await keptAfter(many)).toBe(2);
  });

  it('is refused, with a remedy, when it is united with another', async () => {
    const definition = shapeTable({ number: 'orders.number' }, (db) => {
      const part = db.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number']);

      return part.where('cents', '<', 10).union(part.where('cents', '>', 900));
    });
    const error = await refusal(tablesOf(database.db, definition).data('shape', {}));

    expect(error.code).toBe('tables.invalid_query');
    expect(error.message).toMatch(/union/i);
  });

  it('reads a union as a derived table', async () => {
    const definition = shapeTable({ number: 'either.number' }, (db) => {
      const part = db.selectFrom('orders').select(['orders.id', 'orders.number']);

      return db
        .selectFrom(
          part
            .where('cents', '<', 300)
            .unionAll(part.where('cents', '>', 600))
            .as('either'),
        )
        .select(['either.id as dtRowId', 'either.number']);
    });

    await expectPages(
      database.db,
      definition,
      'select id from orders where cents < 300 or cents > 600 order by number, id',
      sort('number'),
    );
  });
});
