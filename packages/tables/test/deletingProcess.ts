import { Kysely, MysqlDialect, PostgresDialect } from 'kysely';
import { createPool } from 'mysql2';
import { Pool } from 'pg';
import { storedMysqlValues } from '../../drivers/src/index.ts';
import { ann, type Goods, goods, goodsTables } from './goods.ts';

/** A process that deletes records, or undoes that, until it is killed: `node deletingProcess.ts <dialect> <url> <run id> <undo>`. */
const [dialect, url = '', runId = '', undo = ''] = process.argv.slice(2);
const db = new Kysely<Goods>({
  dialect:
    dialect === 'mysql'
      ? new MysqlDialect({ pool: createPool({ uri: url, connectionLimit: 2, ...storedMysqlValues }) })
      : new PostgresDialect({ pool: new Pool({ connectionString: url, max: 2 }) }),
});
const tables = goodsTables(
  db,
  goods(
    { purge: { delete: true, chunkSize: 3 } as never },
    { records: { fields: { label: true }, delete: true } },
  ),
);

await tables.runAction('goods', 'purge', undo === '' ? {} : { undo }, ann, { runId });
await db.destroy();
