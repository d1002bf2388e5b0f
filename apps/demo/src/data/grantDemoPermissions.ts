import { type Database, grantPermissions } from '@rowhouse/service';
import type { Kysely } from 'kysely';

const reading = [
  'orders.init',
  'orders.tableData',
  'orders.exportExcel',
  'orders.show',
  'orders.download',
  'cities.init',
  'cities.tableData',
  'cities.exportExcel',
  'countries.options',
];

/** What the roles of the demo may do, apart from administrators, who may do everything. */
const demoPermissions: Readonly<Record<string, readonly string[]>> = {
  user: reading,
  supervisor: [
    ...reading,
    'orders.summary',
    'orders.paid',
    'orders.edit',
    'orders.destroy',
    'orders.deliver',
    'users.init',
    'users.tableData',
    'users.exportExcel',
  ],
};

/** Lets users who are no administrators see the demo data. The permissions have to be stored already. */
export async function grantDemoPermissions(db: Kysely<Database>): Promise<void> {
  for (const [role, names] of Object.entries(demoPermissions)) await grantPermissions(db, role, names);
}
