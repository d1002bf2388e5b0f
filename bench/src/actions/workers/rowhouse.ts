import { createTables, defineTable, type TableAction } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import type { DemoDatabase } from '../../../../apps/demo/src/data/DemoDatabase.ts';
import { openKysely } from '../../harness/postgres.ts';
import { ordersQuery } from '../../orders/query.ts';
import { settings, workOnKeys } from './action.ts';

const { databaseUrl, rows, mode, mark } = settings;
const db = openKysely<DemoDatabase>(databaseUrl, 2);

workOnKeys(async (count) => {
  const actions: Readonly<Record<string, TableAction<DemoDatabase, { dtRowId: unknown }>>> = {
    row: { row: ({ dtRowId }) => count(dtRowId) },
    write: {
      row: async ({ dtRowId }, context) => {
        count(dtRowId);
        await sql`update orders set items = ${mark} where id = ${dtRowId}`.execute(context.db);
      },
    },
    writeRows: {
      rows: async (all, context) => {
        const keys = all.map(({ dtRowId }) => dtRowId);
        for (const key of keys) count(key);
        await sql`update orders set items = ${mark} where id = any(${keys})`.execute(context.db);
      },
    },
    // It calls no function: what it wrote is compared in the database alone.
    update: { update: { set: { items: mark } } },
    keptUpdate: { update: { set: { items: mark } } },
  };
  const action = actions[mode];
  if (!action) throw new Error(`There is no mode ${mode}.`);
  const orders = defineTable({
    template: {
      routePrefix: 'orders',
      columns: [
        { label: 'Placed', name: 'placed_at', data: 'orders.placed_at', meta: ['datetime', 'sort:DESC'] },
      ],
    },
    query: (database: Kysely<DemoDatabase>) =>
      ordersQuery(database).select('orders.delivered_on').where('orders.id', '<=', String(rows)),
    actions: { count: action },
  });
  const onBackgroundError = (error: unknown) => console.error(error);
  const isKept = mode === 'keptUpdate';
  const changes = { userId: () => (isKept ? 1 : null) };
  const tables = createTables({ db, definitions: [orders], onBackgroundError, changes });
  const { processed, total, undo } = await tables.runAction('orders', 'count', {}, {});
  if (processed !== rows || total !== rows) throw new Error(`${processed} of ${total} rows, not ${rows}.`);
  if (isKept !== (undo !== null)) throw new Error(`The action was ${isKept ? 'not ' : ''}kept.`);
  await db.destroy();
});
