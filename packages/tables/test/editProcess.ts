import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { createTables } from '../src/index.ts';
import { hangingOrders } from './editableOrders.ts';
import type { Shop } from './shop.ts';

/** A process that edits a cell and never ends: `node editProcess.ts <url> <row>`. */
const [connectionString = '', row = ''] = process.argv.slice(2);
const db = new Kysely<Shop>({
  dialect: new PostgresDialect({ pool: new Pool({ connectionString, max: 2 }) }),
});
const tables = createTables({ db, definitions: [hangingOrders(() => new Promise(() => undefined))] });

await tables.edit('orders', { row, column: 'note', value: 'written', expected: 'before' });
