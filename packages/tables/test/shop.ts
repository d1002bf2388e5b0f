import { type ColumnDefinitionBuilder, type Generated, type Kysely, sql } from 'kysely';
import { belongsTo, defineTable, type TableDefinition, type TemplateJson } from '../src/index.ts';

/** The database that the suites run against: the same on every dialect. */
export interface Shop {
  countries: { id: number; name: string; code: string };
  customers: { id: number; name: string; country_id: number | null; password: string };
  orders: {
    id: Generated<number>;
    number: string;
    customer_id: number | null;
    status: string;
    total: string | number;
    cents: number;
    quantity: number | null;
    paid: boolean | number | null;
    placed_at: string | Date;
    delivered_on: string | Date | null;
    note: string | null;
  };
}

export const statuses = ['new', 'paid', 'packed', 'sent', 'done', 'lost'] as const;

export async function createShop(db: Kysely<Shop>, dialect: string): Promise<void> {
  const autoIncrement = (column: ColumnDefinitionBuilder) =>
    dialect === 'postgres'
      ? column.generatedByDefaultAsIdentity().primaryKey()
      : column.autoIncrement().primaryKey();
  const instant =
    dialect === 'postgres' ? sql`timestamptz` : dialect === 'mysql' ? sql`datetime(3)` : sql`datetime`;

  await db.schema
    .createTable('countries')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'varchar(100)', (column) => column.notNull())
    .addColumn('code', 'varchar(2)', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('customers')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'varchar(100)', (column) => column.notNull())
    .addColumn('country_id', 'integer', (column) => column.references('countries.id'))
    .addColumn('password', 'varchar(100)', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('orders')
    .addColumn('id', dialect === 'sqlite' ? 'integer' : 'bigint', autoIncrement)
    .addColumn('number', 'varchar(40)', (column) => column.notNull())
    .addColumn('customer_id', 'integer', (column) => column.references('customers.id').onDelete('cascade'))
    .addColumn('status', 'varchar(20)', (column) => column.notNull())
    .addColumn('total', 'decimal(14, 2)', (column) => column.notNull())
    .addColumn('cents', 'integer', (column) => column.notNull())
    .addColumn('quantity', 'integer')
    .addColumn('paid', 'boolean')
    .addColumn('placed_at', instant, (column) => column.notNull())
    .addColumn('delivered_on', 'date')
    .addColumn('note', 'text')
    .execute();
  await db.schema.createIndex('orders_status').on('orders').columns(['status', 'id']).execute();
}

export const ordersTemplate = {
  routePrefix: 'orders',
  name: 'Orders',
  crtNo: true,
  comparisonOperator: 'LIKE',
  lengthMenu: [10, 25, 100, 1000],
  columns: [
    {
      label: 'Number',
      name: 'number',
      data: 'orders.number',
      meta: ['searchable', 'sortable', 'filterable'],
    },
    { label: 'Customer', name: 'customer', data: 'customers.name', meta: ['searchable', 'sortable'] },
    {
      label: 'Status',
      name: 'status',
      data: 'orders.status',
      enum: 'orderStatuses',
      meta: ['sortable', 'filterable'],
    },
    {
      label: 'Total',
      name: 'total',
      data: 'orders.total',
      meta: ['sortable', 'filterable', 'total'],
      money: { symbol: '€', precision: 2 },
    },
    {
      label: 'Fee',
      name: 'cents',
      data: 'orders.cents',
      meta: ['total', 'cents', 'sortable'],
      number: { precision: 2 },
    },
    {
      label: 'Quantity',
      name: 'quantity',
      data: 'orders.quantity',
      meta: ['sortable', 'nullLast', 'average'],
    },
    { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean', 'filterable'] },
    {
      label: 'Placed',
      name: 'placed_at',
      data: 'orders.placed_at',
      meta: ['datetime', 'sortable', 'filterable'],
    },
    {
      label: 'Delivered',
      name: 'delivered_on',
      data: 'orders.delivered_on',
      meta: ['date', 'sortable', 'nullLast', 'filterable'],
    },
    { label: 'Note', name: 'note', data: 'orders.note', meta: ['searchable'] },
  ],
  filters: [{ label: 'Customer', data: 'orders.customer_id', type: 'select', route: 'customers.options' }],
};

export function ordersTable(
  template: TemplateJson = ordersTemplate,
  more: Partial<TableDefinition> = {},
): TableDefinition {
  return {
    ...defineTable({
      template,
      source: 'orders.json',
      enums: { orderStatuses: Object.fromEntries(statuses.map((status) => [status, status.toUpperCase()])) },
      query: (db: Kysely<Shop>) =>
        db
          .selectFrom('orders')
          .leftJoin('customers', 'customers.id', 'orders.customer_id')
          .select([
            'orders.id as dtRowId',
            'orders.number',
            'orders.status',
            'orders.total',
            'orders.cents',
            'orders.quantity',
            'orders.paid',
            'orders.placed_at',
            'orders.delivered_on',
            'orders.note',
            'orders.customer_id',
            'customers.name as customer',
          ]),
      with: { buyer: belongsTo('customers', { foreignKey: 'customer_id', columns: ['id', 'name'] }) },
    }),
    ...more,
  };
}

export type ShopOrder = Omit<Shop['orders'], 'id'> & { id: number };

/** Deterministic orders that bring ties, nulls, exact money, quotes and several scripts. */
export function shopOrders(count: number): ShopOrder[] {
  const notes = [
    null,
    'plain',
    "it's 100% “sure”",
    'under_score',
    'Ærøskøbing Ωμέγα',
    'back\\slash',
    '日本 🚚',
    '-- not a comment',
  ];

  return Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    const minute = (id * 7919) % 525_600;

    return {
      id,
      number: `R-${String((id * 37) % 100_000).padStart(5, '0')}`,
      customer_id: id % 11 === 0 ? null : (id % 10) + 1,
      status: statuses[(id + Math.floor(id / 7)) % 6] as string,
      total: `${(id * 1_003) % 100_000}.${String((id * 7) % 100).padStart(2, '0')}`,
      cents: (id * 13) % 1000,
      quantity: id % 5 === 0 ? null : id % 7,
      paid: id % 4 === 0 ? null : id % 2 === 0,
      placed_at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
      delivered_on: id % 3 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + (id % 300))),
      note: notes[id % notes.length] ?? null,
    };
  });
}

export async function fillShop(db: Kysely<Shop>, dialect: string, count: number): Promise<ShopOrder[]> {
  const orders = shopOrders(count);
  const instant = (date: Date) =>
    dialect === 'postgres' ? date.toISOString() : date.toISOString().replace('T', ' ').replace('Z', '');
  const flag = (value: ShopOrder['paid']) =>
    value === null || dialect === 'postgres' ? value : Number(value);

  await db
    .insertInto('countries')
    .values([
      { id: 1, name: 'Greece', code: 'GR' },
      { id: 2, name: 'Japan', code: 'JP' },
    ])
    .execute();
  await db
    .insertInto('customers')
    .values(
      Array.from({ length: 10 }, (_, index) => ({
        id: index + 1,
        name: ['Ada', "O'Neil", 'Ωμέγα', '東京', 'Bob', 'bob', 'Zed', 'Eve', 'Åsa', 'Ümit'][index] as string,
        country_id: index % 3 === 0 ? null : (index % 2) + 1,
        password: `secret-${index}`,
      })),
    )
    .execute();

  for (let start = 0; start < orders.length; start += 500) {
    const rows = orders.slice(start, start + 500).map((order) => ({
      ...order,
      paid: flag(order.paid),
      placed_at: instant(order.placed_at as Date),
      delivered_on: order.delivered_on && (order.delivered_on as Date).toISOString().slice(0, 10),
    }));
    await db.insertInto('orders').values(rows).execute();
  }

  return orders;
}
