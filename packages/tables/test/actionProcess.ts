import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { createTables } from '../src/index.ts';
import { type ActionShop, closing } from './closing.ts';

/** A process that works on a run of an action until it is killed: `node actionProcess.ts <url> <run id>`. */
const [connectionString = '', runId = ''] = process.argv.slice(2);
const db = new Kysely<ActionShop>({
  dialect: new PostgresDialect({ pool: new Pool({ connectionString, max: 2 }) }),
});
const definition = closing({
  chunkSize: 40,
  async row({ dtRowId }, context) {
    await context.db.updateTable('orders').set({ status: 'done' }).where('id', '=', dtRowId).execute();
    await context.db.insertInto('handled').values({ row_id: dtRowId }).execute();
  },
});
const tables = createTables({ db, definitions: [definition] });

await tables.runAction('orders', 'close', { filters: { orders: { status: 'new' } } }, null, { runId });
await db.destroy();
