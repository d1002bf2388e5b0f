import { type Kysely, sql } from 'kysely';
import type { TestDialect } from '../../../test/databases.ts';
import type { TableEdit } from '../src/definition/TableEdit.ts';
import type { TableDefinition, TemplateJson } from '../src/index.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop } from './shop.ts';
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

/** The template of orders with these columns tagged `editable`. */
export function editTemplate(names: readonly string[]): TemplateJson {
  return {
    ...ordersTemplate,
    columns: ordersTemplate.columns.map((column) =>
      names.includes(column.name) ? { ...column, meta: [...(column.meta ?? []), 'editable'] } : column,
    ),
  } as TemplateJson;
}

/** The orders, with the columns of `edit` editable. */
export function editableOrders(edit: TableEdit, more: Partial<TableDefinition> = {}): TableDefinition {
  return ordersTable(editTemplate(Object.keys(edit.columns)), { edit, ...more });
}

/** All columns that are written by their `data`, and the customer by its foreign key. */
export const plainEdit: TableEdit = {
  columns: {
    number: true,
    customer: { column: 'orders.customer_id', references: 'customers.id' },
    status: true,
    total: true,
    cents: true,
    quantity: true,
    paid: true,
    placed_at: true,
    delivered_on: true,
    note: true,
  },
};

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
