import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import { prepareRepeated } from '../src/index.ts';

interface Shop {
  orders: { id: number; number: string };
}

let database: TestDatabase<Shop>;
let db: Kysely<Shop>;
beforeAll(async () => {
  database = await createTestDatabase<Shop>('postgres');
});
afterAll(() => database.destroy());

beforeEach(async () => {
  await sql`create table orders (id integer primary key, number varchar(20))`.execute(database.db);
  await sql`insert into orders values (1, 'A-1'), (2, 'A-2')`.execute(database.db);
  const pool = new Pool({ connectionString: database.url, max: 1 });
  db = new Kysely<Shop>({ dialect: new PostgresDialect({ pool: prepareRepeated(pool, { statements: 2 }) }) });
});
afterEach(async () => {
  await db.destroy();
  await sql`drop table orders`.execute(database.db);
});

const page = (limit: number) =>
  db.selectFrom('orders').select(['id', 'number']).orderBy('id').limit(sql.lit(limit)).execute();

async function repeat(times: number, limit = 1) {
  for (let time = 0; time < times; time++) expect(await page(limit)).toEqual(rows.slice(0, limit));
}
const rows = [
  { id: 1, number: 'A-1' },
  { id: 2, number: 'A-2' },
];

/** By a connection of its own, which prepares nothing. */
async function direct(query: RawBuilder<Record<string, unknown>>) {
  const pool = new Pool({ connectionString: database.url, max: 1 });
  try {
    return await pool.query(query.compile(db).sql);
  } finally {
    await pool.end();
  }
}

/** The limits of the pages that the connection has prepared, of the statements that it has. */
async function prepared(): Promise<string[]> {
  const found = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where ${sql.lit(Math.random())} < 2 order by prepare_time`.execute(
    db,
  );

  return found.rows.map(({ statement }) => /limit (\d+)$/.exec(statement)?.[1] ?? statement);
}

it('prepares a query that is repeated, from the third time on', async () => {
  await repeat(2);
  expect(await prepared()).toEqual([]);
  await repeat(3);
  expect(await prepared()).toEqual(['1']);
});

it('reads the same values of every type as without preparation, and nulls', async () => {
  const values = sql<
    Record<string, unknown>
  >`select id, 12345678901234567890::numeric as decimal, 9007199254740993 as big,
    'infinity'::timestamptz as endless, timestamptz '2024-02-29 12:00:00.123456+02' as at, date '2024-02-29' as day,
    '{"a":[1.10]}'::jsonb as json, '\\x00ff'::bytea as bytes, array['a', null] as list, true as yes, 'NaN'::float8 as nan,
    number as twice, null as twice, 'ż'::text as letter from orders order by id`;
  const { rows: first, command, rowCount } = await direct(values);
  for (let time = 0; time < 5; time++) {
    expect(await direct(values)).toMatchObject({ rows: first, command, rowCount });
    expect((await values.execute(db)).rows).toStrictEqual(first);
  }
  expect((await prepared())[0]).toContain('decimal');
});

it('returns the rows of each of several concurrent queries', async () => {
  await repeat(4);
  const found = await Promise.all(Array.from({ length: 8 }, (_, at) => page(1 + (at % 2))));
  expect(found).toEqual(Array.from({ length: 8 }, (_, at) => rows.slice(0, 1 + (at % 2))));
});

it('reports the error of a value that a parser of the application refuses', async () => {
  await repeat(4);
  const refused = new Pool({ connectionString: database.url, max: 1 });
  prepareRepeated(refused);
  const client = await refused.connect();
  client.setTypeParser(23, () => {
    throw new Error('refused');
  });
  for (let time = 0; time < 5; time++) {
    await expect(client.query('select id from orders')).rejects.toThrow('refused');
  }
  expect((await client.query("select 'fine' as text")).rows).toEqual([{ text: 'fine' }]);
  client.release();
  await refused.end();
});

it('prepares no query with parameters, no other statement and no several ones', async () => {
  for (let time = 0; time < 5; time++) {
    await db.selectFrom('orders').select('id').where('number', '=', 'A-1').execute();
    await db.updateTable('orders').set({ number: sql`number` }).execute();
    await sql.raw('select 1; select 2').execute(db);
  }
  expect(await prepared()).toEqual([]);
});

it('keeps as many as configured on a connection: those that were used last', async () => {
  await repeat(4, 1);
  await repeat(4, 2);
  await repeat(1, 1);
  await db.selectFrom('orders').select('id').limit(sql.lit(3)).execute();
  for (let time = 0; time < 4; time++) await db.selectFrom('orders').select('id').limit(sql.lit(3)).execute();
  expect((await prepared()).toSorted()).toEqual(['1', '3']);
  await repeat(3, 2);
  expect((await prepared()).toSorted()).toEqual(['2', '3']);
});

it('reads the columns as they are after a change of their types', async () => {
  await repeat(4);
  await sql`alter table orders alter column number type text using number || '!'`.execute(database.db);
  expect(await page(1)).toEqual([{ id: 1, number: 'A-1!' }]);
  expect(await page(1)).toEqual([{ id: 1, number: 'A-1!' }]);
});

it('reads on after the connection has discarded its statements', async () => {
  await repeat(4);
  await sql`deallocate all`.execute(db);
  await repeat(4);
});

it('reports the error of a query as without preparation, also in a transaction', async () => {
  await repeat(4);
  await sql`alter table orders rename column number to label`.execute(database.db);
  await expect(page(1)).rejects.toMatchObject({ code: '42703' });
  const inTransaction = db.transaction().execute(async (transaction) => {
    for (let time = 0; time < 4; time++) {
      await sql`select 1 as one from orders`.execute(transaction);
    }
    await sql`select missing from orders`.execute(transaction);
  });
  await expect(inTransaction).rejects.toMatchObject({ code: '42703' });
  await sql`alter table orders rename column label to number`.execute(database.db);
  await repeat(2);
});
