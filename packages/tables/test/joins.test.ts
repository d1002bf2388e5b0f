import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { TableDefinition } from '../src/index.ts';
import { expectPages, shapeTable } from './shapes.ts';
import { createShop, fillShop, type Shop } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 1500;

/** Orders with their customers looked up. */
const withCustomers = (db: Kysely<Shop>) =>
  db.selectFrom('orders').leftJoin('customers', 'customers.id', 'orders.customer_id');
type Lookup = ReturnType<typeof withCustomers>;

describe.each(dialects)('joins on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, size);
  });

  afterAll(() => database.destroy());

  const sort = (name: string) => ({ columns: [{ name, meta: { sort: 'ASC' } }] });

  /** Conditions that speak of a looked up table, each in another way. */
  const conditions: Record<string, (query: Lookup) => Lookup> = {
    'that a condition of the query speaks of': (query) => query.where('customers.country_id', '=', 2),
    'named in raw SQL': (query) => query.where(sql<boolean>`customers.country_id = 2`),
    'whose column is named in raw SQL without its table': (query) =>
      query.where(sql<boolean>`country_id = 2`),
    'named by sql.id': (query) => query.where(sql<boolean>`${sql.id('customers', 'country_id')} = 2`),
    'that a subquery speaks of': (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('countries')
            .select('countries.id')
            .whereRef('countries.id', '=', 'customers.country_id')
            .where('countries.code', '=', 'JP'),
        ),
      ),
  };
  const spokenOf = Object.fromEntries(
    Object.entries(conditions).map(([name, condition]) => [
      `a lookup ${name}`,
      {
        definition: shapeTable({ number: 'orders.number' }, (db) =>
          condition(withCustomers(db)).select(['orders.id as dtRowId', 'orders.number']),
        ),
        statement: `select orders.id as id from orders join customers on customers.id = customer_id
          where country_id = 2 order by orders.id`,
        dropped: false,
      },
    ]),
  );

  const shapes: Record<string, { definition: TableDefinition; statement: string; dropped: boolean }> = {
    'a lookup by primary key': {
      definition: shapeTable({ number: 'orders.number' }, (db) =>
        withCustomers(db).select(['orders.id as dtRowId', 'orders.number', 'customers.name as customer']),
      ),
      statement: 'select id from orders order by id',
      dropped: true,
    },
    'a lookup through a lookup': {
      definition: shapeTable({ number: 'orders.number' }, (db) =>
        withCustomers(db)
          .leftJoin('countries', 'countries.id', 'customers.country_id')
          .select(['orders.id as dtRowId', 'orders.number', 'countries.name as country']),
      ),
      statement: 'select id from orders order by id',
      dropped: true,
    },
    'an inner join': {
      definition: shapeTable({ number: 'orders.number' }, (db) =>
        db
          .selectFrom('orders')
          .innerJoin('customers', 'customers.id', 'orders.customer_id')
          .select(['orders.id as dtRowId', 'orders.number']),
      ),
      statement: 'select id from orders where customer_id is not null order by id',
      dropped: false,
    },
    'a join by a key that is not unique': {
      definition: shapeTable({ number: 'orders.number' }, (db) =>
        db
          .selectFrom('orders')
          .leftJoin('customers', 'customers.country_id', 'orders.quantity')
          .select([sql<number>`orders.id * 100 + coalesce(customers.id, 0)`.as('dtRowId'), 'orders.number']),
      ),
      statement: `select orders.id * 100 + coalesce(customers.id, 0) as id
        from orders left join customers on customers.country_id = orders.quantity order by 1`,
      dropped: false,
    },
    'a join that multiplies and is only counted': {
      definition: shapeTable({ name: 'countries.name' }, (db) =>
        db
          .selectFrom('countries')
          .leftJoin('orders', (join) => join.on(sql<boolean>`orders.quantity >= countries.id`))
          .select([
            sql<number>`countries.id * 1000000 + coalesce(orders.id, 0)`.as('dtRowId'),
            'countries.name',
          ]),
      ),
      statement: `select countries.id * 1000000 + coalesce(orders.id, 0) as id
        from countries left join orders on orders.quantity >= countries.id order by 1`,
      dropped: false,
    },
    ...spokenOf,
    'a self join': {
      definition: shapeTable({ number: 'orders.number' }, (db) =>
        db
          .selectFrom('orders')
          .leftJoin('orders as parents', 'parents.id', 'orders.quantity')
          .select(['orders.id as dtRowId', 'orders.number', 'parents.number as parent']),
      ),
      statement: 'select id from orders order by id',
      dropped: true,
    },
    'a lookup by more than its key': {
      definition: shapeTable({ number: 'orders.number' }, (db) =>
        db
          .selectFrom('orders')
          .leftJoin('customers', (join) =>
            join.onRef('customers.id', '=', 'orders.customer_id').on('customers.country_id', '=', 2),
          )
          .select(['orders.id as dtRowId', 'orders.number', 'customers.name as customer']),
      ),
      statement: 'select id from orders order by id',
      dropped: true,
    },
    'a left join by inequality': {
      definition: shapeTable({ number: 'orders.number' }, (db) =>
        db
          .selectFrom('orders')
          .leftJoin('countries', 'countries.id', 'orders.quantity')
          .leftJoin('customers', (join) => join.onRef('customers.id', '<', 'orders.quantity'))
          .select([sql<number>`orders.id * 100 + coalesce(customers.id, 0)`.as('dtRowId'), 'orders.number']),
      ),
      statement: `select orders.id * 100 + coalesce(customers.id, 0) as id
        from orders left join customers on customers.id < orders.quantity order by 1`,
      dropped: false,
    },
    'a left join by one key or another': {
      definition: shapeTable({ number: 'orders.number' }, (db) =>
        db
          .selectFrom('orders')
          .leftJoin('customers', (join) =>
            join.on(({ or, eb }) =>
              or([
                eb('customers.id', '=', eb.ref('orders.customer_id')),
                eb('customers.id', '=', eb.ref('orders.quantity')),
              ]),
            ),
          )
          .select([sql<number>`orders.id * 100 + coalesce(customers.id, 0)`.as('dtRowId'), 'orders.number']),
      ),
      statement: `select orders.id * 100 + coalesce(customers.id, 0) as id from orders
        left join customers on customers.id = orders.customer_id or customers.id = orders.quantity order by 1`,
      dropped: false,
    },
  };

  it.each(Object.keys(shapes))('returns the same rows with %s as plain SQL', async (name) => {
    const { definition, statement } = shapes[name] as (typeof shapes)[string];

    await expectPages(database.db, definition, statement);
  });

  it.each(Object.keys(shapes))('leaves the join out of the count exactly where it may: %s', async (name) => {
    const { definition, dropped } = shapes[name] as (typeof shapes)[string];
    const tables = tablesOf(database.db, definition);
    await tables.data('shape', {});
    database.statements();
    await tables.data('shape', {});
    const [count] = database.statements().filter((statement) => /^select count\(\*\)/i.test(statement));

    expect(count?.includes(' join ')).toBe(!dropped);
  });

  it('keeps a lookup that is searched, sorted or summed by', async () => {
    const definition = shapeTable({ number: 'orders.number', customer: 'customers.name' }, (db) =>
      withCustomers(db).select(['orders.id as dtRowId', 'orders.number', 'customers.name as customer']),
    );
    const from = 'orders left join customers on customers.id = orders.customer_id';
    const nulls = dialect === 'postgres' ? 1 : 0;

    await expectPages(
      database.db,
      definition,
      `select orders.id as id from ${from}
       order by case when customers.name is null then ${nulls} else ${1 - nulls} end, customers.name, orders.id`,
      sort('customer'),
    );
    await expectPages(
      database.db,
      definition,
      `select orders.id as id from ${from} where customers.name like 'Zed' order by orders.id`,
      { meta: { search: 'Zed', searchMode: 'exactMatch' } },
    );
  });
});
