import { nodeSqlite } from '@rowhouse/tables/testing';
import { type Generated, Kysely, SqliteDialect } from 'kysely';

export interface Database {
  orders: {
    id: Generated<number>;
    number: string;
    customer: string;
    total: string;
    placed_on: string;
  };
}

/** Opens the database, and makes its table with a few orders when it is new. */
export async function openDatabase(path: string): Promise<Kysely<Database>> {
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: nodeSqlite(path) }) });

  await db.schema
    .createTable('orders')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('customer', 'text', (column) => column.notNull())
    .addColumn('total', 'numeric', (column) => column.notNull())
    .addColumn('placed_on', 'date', (column) => column.notNull())
    .execute();
  if ((await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()) === undefined) {
    await db
      .insertInto('orders')
      .values([
        { number: 'A-1001', customer: 'Müller GmbH', total: '120.50', placed_on: '2026-03-01' },
        { number: 'A-1002', customer: 'Smith Ltd', total: '80.00', placed_on: '2026-03-02' },
        { number: 'A-1003', customer: 'Smithson & Co', total: '19.99', placed_on: '2026-03-04' },
      ])
      .execute();
  }

  return db;
}
