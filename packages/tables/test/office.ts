import { type Kysely, sql } from 'kysely';
import { defineTable, routeRegistry, type TableDefinition } from '../src/index.ts';

export interface Office {
  customers: { id: number; name: string; gone_at: string | null };
  orders: { id: number; number: string; customer_id: number };
  lines_of_orders: { order_id: number; line: number; product: string };
  remarks: { id: number; order_id: number; line: number };
  notes: { id: number; text: string; customer_id: number | null };
  groups_of_people: { id: number; name: string; parent_id: number | null };
}

/** Tables whose foreign keys have every rule: of one column and of two, and of a table to itself. */
export async function createOffice(db: Kysely<Office>): Promise<void> {
  const statements = [
    'create table customers (id integer primary key, name varchar(20) not null, gone_at date)',
    `create table orders (id integer primary key, number varchar(10) not null, customer_id integer not null,
      foreign key (customer_id) references customers (id))`,
    `create table lines_of_orders (order_id integer not null, line integer not null, product varchar(20) not null,
      primary key (order_id, line), foreign key (order_id) references orders (id) on delete cascade)`,
    `create table remarks (id integer primary key, order_id integer not null, line integer not null,
      foreign key (order_id, line) references lines_of_orders (order_id, line) on delete cascade)`,
    `create table notes (id integer primary key, text varchar(20) not null, customer_id integer,
      foreign key (customer_id) references customers (id) on delete set null)`,
    `create table groups_of_people (id integer primary key, name varchar(20) not null, parent_id integer,
      foreign key (parent_id) references groups_of_people (id) on delete cascade)`,
    "insert into customers (id, name) values (1, 'Ada'), (2, 'Bob'), (3, 'Cem'), (4, 'Dan')",
    "insert into orders values (10, 'A-1', 1), (11, 'A-2', 1), (40, 'D-1', 4)",
    "insert into lines_of_orders values (10, 1, 'Tea'), (10, 2, 'Milk'), (10, 3, 'Salt'), (11, 1, 'Tea')",
    "insert into notes values (1, 'Call', 1), (2, 'Write', 1), (3, 'Visit', 2), (4, 'Rest', null)",
    "insert into groups_of_people values (1, 'All', 1), (2, 'Some', 1), (3, 'Few', 1), (4, 'One', 3), (5, 'None', null)",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const column = (table: string, name: string, label: string, ...meta: string[]) => ({
  label,
  name,
  data: `${table}.${name}`,
  meta,
});
const named = (routePrefix: string, name: string, columns: readonly object[]) =>
  ({ routePrefix, name, columns }) as never;

export const office = {
  customers: {
    ...defineTable({
      template: named('customers', 'Customers', [column('customers', 'name', 'Name')]),
      query: (db: Kysely<Office>) =>
        db
          .selectFrom('customers')
          .where('customers.gone_at', 'is', null)
          .select(['customers.id as dtRowId', 'customers.name']),
    }),
    records: { fields: { id: true, name: true }, create: true, delete: true },
  },
  orders: {
    ...defineTable({
      template: named('orders', 'Orders', [
        column('orders', 'number', 'Number', 'sortable'),
        column('orders', 'customer_id', 'Customer', 'filterable', 'notVisible'),
      ]),
      query: (db: Kysely<Office>) =>
        db.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number', 'orders.customer_id']),
    }),
    records: {
      fields: { id: true, number: true, customer: { column: 'orders.customer_id' } },
      create: true,
      delete: true,
    },
  },
  lines: {
    ...defineTable({
      template: named('lines', 'Order lines', [
        column('lines_of_orders', 'product', 'Product'),
        column('lines_of_orders', 'order_id', 'Order', 'filterable'),
        column('lines_of_orders', 'line', 'Line'),
      ]),
      key: ['lines_of_orders.order_id', 'lines_of_orders.line'],
      query: (db: Kysely<Office>) =>
        db
          .selectFrom('lines_of_orders')
          .select([
            sql<string>`concat(${sql.ref('lines_of_orders.order_id')}, ',', ${sql.ref('lines_of_orders.line')})`.as(
              'dtRowId',
            ),
            'lines_of_orders.product',
            'lines_of_orders.order_id',
            'lines_of_orders.line',
          ]),
    }),
    records: { fields: { order_id: true, line: true, product: true }, create: true, delete: true },
  },
  remarks: defineTable({
    template: named('remarks', 'Remarks', [
      column('remarks', 'order_id', 'Order', 'filterable'),
      column('remarks', 'line', 'Line', 'filterable'),
    ]),
    query: (db: Kysely<Office>) =>
      db.selectFrom('remarks').select(['remarks.id as dtRowId', 'remarks.order_id', 'remarks.line']),
  }),
  notes: defineTable({
    template: named('notes', 'Notes', [column('notes', 'text', 'Text')]),
    query: (db: Kysely<Office>) => db.selectFrom('notes').select(['notes.id as dtRowId', 'notes.text']),
  }),
  groups: {
    ...defineTable({
      template: named('groups', 'Groups', [
        column('groups_of_people', 'name', 'Name'),
        column('groups_of_people', 'parent_id', 'Above', 'filterable'),
      ]),
      query: (db: Kysely<Office>) =>
        db
          .selectFrom('groups_of_people')
          .select(['groups_of_people.id as dtRowId', 'groups_of_people.name', 'groups_of_people.parent_id']),
    }),
    records: { fields: { name: true }, delete: true },
  },
} satisfies Record<string, TableDefinition>;

export const officeRoutes = routeRegistry(
  Object.keys(office).flatMap((id) =>
    ['init', 'tableData', 'create', 'store', 'edit', 'update', 'destroy'].map((name) => ({
      name: `${id}.${name}`,
      path: `/${id}/${name}`,
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    })),
  ),
);
