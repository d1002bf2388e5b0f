import type { Database } from '@rowhouse/service';
import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import template from './order-lines.json' with { type: 'json' };

const amount = sql<string>`order_lines.quantity * order_lines.price`;

/** Lines of the orders of the demo data: related records of orders, and of products. */
export const orderLines = defineTable({
  template,
  source: 'apps/demo/src/tables/order-lines.json',
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .innerJoin('products', 'products.id', 'order_lines.product_id')
      .select([
        'order_lines.id as dtRowId',
        'orders.number as order',
        'products.name as product',
        'order_lines.quantity',
        'order_lines.price',
        amount.as('amount'),
      ]),
  expressions: { amount },
  records: {
    fields: {
      order_id: { label: 'Order', references: 'orders.id' },
      product_id: { label: 'Product', references: 'products.id' },
      quantity: true,
      price: { help: 'For one, in the currency of the order' },
    },
    create: true,
    update: true,
    delete: true,
  },
});
