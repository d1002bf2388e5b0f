import pg from 'pg';
import { chunkSize, columnsSql, orderSql } from './ordersSql.ts';
import { work, workerSettings } from './workerSettings.ts';

interface Row {
  readonly dtRowId: string;
  readonly placed_at: Date;
}

const { databaseUrl, rows: wanted, mode, mark } = workerSettings;
// The key as text: a Date has no microseconds.
const columns =
  mode === 'update' ? 'select orders.id as "dtRowId", orders.placed_at from orders' : columnsSql;
const sql = `${columns.replace('select', 'select orders.placed_at::text as after,')} where orders.id <= ${wanted}`;
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();

await work(async (count) => {
  let last: (Row & { after: string }) | undefined;

  for (;;) {
    await client.query('begin');
    const { rows } = await client.query<Row & { after: string }>(
      last
        ? `${sql} and (orders.placed_at, orders.id) < ($1, $2) ${orderSql} limit ${chunkSize}`
        : `${sql} ${orderSql} limit ${chunkSize}`,
      last ? [last.after, last.dtRowId] : [],
    );
    for (const { dtRowId } of rows) {
      count(dtRowId);
      if (mode === 'write') await client.query('update orders set items = $1 where id = $2', [mark, dtRowId]);
    }
    if (mode === 'update' && rows.length > 0) {
      const keys = rows.map(({ dtRowId }) => dtRowId);
      await client.query('update orders set items = $1 where id = any($2)', [mark, keys]);
    }
    await client.query('commit');
    if (rows.length < chunkSize) return;
    last = rows.at(-1);
  }
});

await client.end();
