import pg from 'pg';
import Cursor from 'pg-cursor';
import { chunkSize, columnsSql, orderSql } from './ordersSql.ts';
import { work, workerSettings } from './workerSettings.ts';

const client = new pg.Client({ connectionString: workerSettings.databaseUrl });
await client.connect();
await client.query('begin; set local cursor_tuple_fraction = 1');

await work(async (count) => {
  const cursor = client.query(
    new Cursor<{ dtRowId: string }>(`${columnsSql} where orders.id <= ${workerSettings.rows} ${orderSql}`),
  );

  for (;;) {
    const rows = await cursor.read(chunkSize);
    if (rows.length === 0) return;
    for (const { dtRowId } of rows) count(dtRowId);
  }
});

await client.query('rollback');
await client.end();
