import type { SeedProgress } from '@rowhouse/service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../../test/databases.ts';
import { demoMigration } from '../migrations/0001_demo.ts';
import * as products from '../migrations/0004_products.ts';
import * as orderLines from '../migrations/0005_order_lines.ts';
import type { DemoDatabase } from './DemoDatabase.ts';
import { orderStatuses } from './orderStatuses.ts';
import { seedDemo } from './seedDemo.ts';

describe.runIf(dialects.includes('postgres'))('seeding the demo data', () => {
  let database: TestDatabase<DemoDatabase>;
  let other: TestDatabase<DemoDatabase>;

  beforeAll(async () => {
    database = await createTestDatabase<DemoDatabase>('postgres');
    other = await createTestDatabase<DemoDatabase>('postgres');
    for (const { db } of [database, other]) {
      await demoMigration.up(db);
      await products.up(db);
      await orderLines.up(db);
    }
    await seedDemo(database.db, { orders: 3_000 });
  });

  afterAll(async () => {
    await database?.destroy();
    await other?.destroy();
  });

  test('seeds the given number of orders, one customer per twenty, and the cities with their countries', async () => {
    expect(await counts(database)).toEqual({
      countries: 246,
      cities: 135_233,
      customers: 150,
      orders: 3_000,
    });
  });

  test('generates the same rows on every machine', async () => {
    expect(await digest(database, 'customers', 100)).toBe('6a00811c3f501d6ad2e71205bfdd44e8');
    expect(await digest(database, 'orders', 1_000)).toBe('0cac16245462880ef4aa56d1fe0b054b');
  });

  test('does nothing when it runs again, or with a smaller number', async () => {
    const before = await digest(database, 'orders', 10_000);
    await seedDemo(database.db, { orders: 3_000 });
    await seedDemo(database.db, { orders: 10 });
    expect(await counts(database)).toMatchObject({ customers: 150, orders: 3_000 });
    expect(await digest(database, 'orders', 10_000)).toBe(before);
  });

  test('leaves complete batches when interrupted, and the next run continues', async () => {
    const stop = (step: SeedProgress) => {
      if (step.table === 'orders' && step.done === 50_000) throw new Error('stopped');
    };
    await expect(seedDemo(other.db, { orders: 52_000 }, stop)).rejects.toThrow('stopped');
    expect(await counts(other)).toMatchObject({ customers: 2_600, orders: 50_000 });

    const steps: SeedProgress[] = [];
    await seedDemo(other.db, { orders: 52_000 }, (step) => steps.push(step));
    expect(await counts(other)).toMatchObject({ customers: 2_600, orders: 52_000 });
    expect(steps).toContainEqual({ table: 'orders', done: 52_000, total: 52_000 });
    expect(await digest(other, 'orders', 3_000)).toBe(await digest(database, 'orders', 3_000));
  });

  test('two concurrent runs wait for each other', async () => {
    await Promise.all([seedDemo(database.db, { orders: 5_000 }), seedDemo(database.db, { orders: 6_000 })]);
    expect(await counts(database)).toMatchObject({ customers: 300, orders: 6_000 });
  });

  test('does not restore deleted rows, and omits orders of deleted customers', async () => {
    const { db } = database;
    await db.deleteFrom('orders').where('customer_id', '=', 7).execute();
    await db.deleteFrom('customers').where('id', '=', 7).execute();
    await seedDemo(db, { orders: 8_000 });
    const orders = await db.selectFrom('orders').select('id').where('customer_id', '=', 7).execute();
    expect(orders).toEqual([]);
    expect(await db.selectFrom('customers').select('id').where('id', '=', 7).execute()).toEqual([]);
  });

  test('keeps out of the way of orders that people made', async () => {
    const made = await database.db
      .insertInto('orders')
      .values({
        number: 'R-mine',
        customer_id: 1,
        total: '1.10',
        tax: '0.10',
        items: 1,
        placed_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(Number(made.id)).toBeGreaterThan(1_000_000_000);
  });

  test('sums are exact', async () => {
    const rows = await other.db.selectFrom('orders').select(['total', 'tax', 'currency']).execute();
    const cents = (amount: string) => BigInt(amount.replace('.', ''));
    const sum = rows.reduce((all, row) => all + cents(row.total), 0n);
    const { total } = await other.db
      .selectFrom('orders')
      .select((eb) => eb.fn.sum<string>('total').as('total'))
      .executeTakeFirstOrThrow();
    expect(cents(total)).toBe(sum);
    expect(rows.every((row) => /^-?\d+\.\d\d$/.test(row.total) && /^-?\d+\.\d\d$/.test(row.tax))).toBe(true);
  });

  test('the lines of each order add up to it, and it follows them', async () => {
    const { db } = other;
    const { rows } = await sql<{ wrong: number; most: number }>`
      select count(*) filter (where (orders.items, orders.total) is distinct from (lines.items, lines.total))::int as wrong,
        max(lines.count)::int as most
      from orders left join (
        select order_id, count(*), sum(quantity) as items, sum(quantity * price) as total from order_lines group by order_id
      ) as lines on lines.order_id = orders.id`.execute(db);
    expect(rows).toEqual([{ wrong: 0, most: 4 }]);

    const order = async () =>
      db.selectFrom('orders').select(['items', 'total']).where('id', '=', '1').executeTakeFirstOrThrow();
    const before = await order();
    const added = { order_id: 1, product_id: 1, quantity: 3, price: '0.05' };
    const { id } = await db.insertInto('order_lines').values(added).returning('id').executeTakeFirstOrThrow();
    expect((await order()).items).toBe(before.items + 3);
    await db.updateTable('order_lines').set({ quantity: 2 }).where('id', '=', id).execute();
    expect((await order()).items).toBe(before.items + 2);
    await db.deleteFrom('order_lines').where('id', '=', id).execute();
    expect(await order()).toEqual(before);
  });

  test('has all six statuses, nulls, credit notes, several scripts, and five years', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select count(distinct status)::int as statuses, bool_or(paid is null) as unknown_paid,
        bool_or(delivered_on is null) as undelivered, bool_or(priority is null) as no_priority,
        bool_or(note is null) as no_note, bool_or(length(note) > 250) as long_note, min(total) < 0 as credit_notes,
        max(tracking_number) > 9007199254740991 as above_double,
        min(placed_at) < '2021-09-01' as early, max(placed_at) > '2026-06-01' as late
      from orders`.execute(other.db);
    const { statuses, ...rest } = rows[0]!;
    expect(statuses).toBe(Object.keys(orderStatuses).length);
    expect(Object.entries(rest).filter(([, value]) => value !== true)).toEqual([]);

    const names = await other.db.selectFrom('customers').select('name').execute();
    const all = names.map((row) => row.name).join(' ');
    for (const script of ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Han', 'Hiragana']) {
      expect(all).toMatch(new RegExp(`\\p{Script=${script}}{2}`, 'u'));
    }
  });

  test('refuses an invalid number of orders', async () => {
    await expect(seedDemo(database.db, { orders: -1 })).rejects.toThrow(RangeError);
    await expect(seedDemo(database.db, { orders: 1.5 })).rejects.toThrow('not 1.5');
  });

  test('the migrations can be taken back', async () => {
    await orderLines.down(other.db);
    await products.down(other.db);
    await demoMigration.down?.(other.db);
    expect(await other.db.introspection.getTables()).toEqual([]);
  });
});

async function counts({ db }: TestDatabase<DemoDatabase>) {
  const count = async (table: 'countries' | 'cities' | 'customers' | 'orders') => {
    const row = await db.selectFrom(table).select(sql<number>`count(*)::int`.as('n')).executeTakeFirst();
    return row?.n;
  };
  return {
    countries: await count('countries'),
    cities: await count('cities'),
    customers: await count('customers'),
    orders: await count('orders'),
  };
}

/** Taken in UTC, as the text of a row shows moments in the session's time zone. */
async function digest({ db }: TestDatabase<DemoDatabase>, table: 'customers' | 'orders', upTo: number) {
  return db.transaction().execute(async (transaction) => {
    await sql`set local time zone 'UTC'`.execute(transaction);
    const { rows } = await sql<{ digest: string }>`
      select md5(string_agg(row::text, '' order by row.id)) as digest
      from ${sql.table(table)} as row where row.id <= ${upTo}`.execute(transaction);
    return rows[0]?.digest;
  });
}
