import { Kysely, MysqlDialect, PostgresDialect } from 'kysely';
import { createPool } from 'mysql2';
import { Pool } from 'pg';
import { createTables } from '../src/index.ts';
import { type ActionShop, closing } from './closing.ts';

/** A process that works on a declared update until it is killed: `node updateProcess.ts <dialect> <url> <run id>`. */
const [dialect, url = '', runId = ''] = process.argv.slice(2);
const db = new Kysely<ActionShop>({
  dialect:
    dialect === 'mysql'
      ? new MysqlDialect({ pool: createPool({ uri: url, connectionLimit: 2 }) })
      : new PostgresDialect({ pool: new Pool({ connectionString: url, max: 2 }) }),
});
const definition = closing({ update: { set: { status: 'done' } }, chunkSize: 3 } as never, {
  edit: { columns: {}, version: 'orders.version' },
});
const tables = createTables({ db, definitions: [definition] });

await tables.runAction('orders', 'close', { filters: { orders: { status: 'new' } } }, null, { runId });
await db.destroy();
