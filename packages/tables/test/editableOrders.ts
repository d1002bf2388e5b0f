import type { TableDefinition, TableEdit, TemplateJson } from '../src/index.ts';
import { ordersTable, ordersTemplate } from './shop.ts';

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
  return ordersTable(editTemplate(Object.keys(edit.columns ?? {})), { edit, ...more });
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

/** The orders, whose note is written and then something else is waited for. */
export function hangingOrders(wait: (row: string) => Promise<unknown>): TableDefinition {
  return editableOrders({
    columns: {
      note: async ({ row, value, db }) => {
        await db.updateTable('orders').set({ note: value }).where('id', '=', row.dtRowId).execute();
        await wait(String(row.dtRowId));
      },
      paid: {
        // Locks another row after its own.
        before: async ({ row, db }) => {
          await wait(String(row.dtRowId));
          const other = Number(row.dtRowId) === 1 ? 2 : 1;
          await db.updateTable('orders').set({ quantity: 77 }).where('id', '=', other).execute();
        },
      },
    },
  });
}
