import { type Kysely, sql } from 'kysely';
import type { TestDialect } from '../../../test/databases.ts';
import { createShop, fillShop, type Shop } from './shop.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

/** The shop, with a version of each order. */
export interface EditShop extends Omit<Shop, 'orders'> {
  orders: Shop['orders'] & { version: number };
}

export async function editShop(dialect: TestDialect, orders: number): Promise<LoggedDatabase<EditShop>> {
  const database = await loggedDatabase<EditShop>(dialect);
  const db = database.db as unknown as Kysely<Shop>;
  await createShop(db, dialect);
  await db.schema
    .alterTable('orders')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await fillShop(db, dialect, orders);

  return database;
}

/** A column of an order as text, by SQL of the test's own; null where there is no value. */
export async function storedText(
  db: Kysely<EditShop>,
  dialect: TestDialect,
  id: number,
  column: string,
): Promise<string | null> {
  const type = sql.raw(dialect === 'mysql' ? 'char(200)' : 'text');
  const { rows } = await sql<{
    value: string | null;
  }>`select cast(${sql.ref(column)} as ${type}) as value from orders where id = ${id}`.execute(db);

  return rows[0]?.value ?? null;
}
