import { type Database, grantPermissions } from '@rowhouse/service';
import type { Kysely } from 'kysely';

const reading = [
  'orders.init',
  'orders.tableData',
  'orders.exportExcel',
  'orders.show',
  'orders.download',
  'order-lines.init',
  'order-lines.tableData',
  'order-lines.exportExcel',
  'customers.init',
  'customers.tableData',
  'customers.exportExcel',
  'products.init',
  'products.tableData',
  'products.exportExcel',
  'cities.init',
  'cities.tableData',
  'cities.exportExcel',
  'countries.options',
];

/** Permissions of the demo's roles; administrators have all permissions. */
const demoPermissions: Readonly<Record<string, readonly string[]>> = {
  user: reading,
  supervisor: [
    ...reading,
    'orders.summary',
    'orders.paid',
    'orders.edit',
    'orders.destroy',
    'orders.deliver',
    'orders.setStatus',
    'order-lines.create',
    'order-lines.store',
    'order-lines.edit',
    'order-lines.update',
    'order-lines.destroy',
    'customers.create',
    'customers.store',
    'customers.edit',
    'customers.update',
    'customers.destroy',
    'products.create',
    'products.store',
    'products.edit',
    'products.update',
    'products.destroy',
    'products.import',
    'users.init',
    'users.tableData',
    'users.exportExcel',
  ],
};

/** Lets other users than administrators see the demo data. The permissions must exist. */
export async function grantDemoPermissions(db: Kysely<Database>): Promise<void> {
  for (const [role, names] of Object.entries(demoPermissions)) await grantPermissions(db, role, names);
}
