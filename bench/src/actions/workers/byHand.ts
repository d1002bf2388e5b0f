import pg from 'pg';
import { blockSize, readBlocks } from '../../harness/postgres.ts';
import { columnsSql, joinSql, sortSql } from '../../orders/query.ts';
import { settings, workOnKeys } from './action.ts';

const { databaseUrl, rows: wanted, mode, mark } = settings;
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();

type Count = (key: unknown) => void;

const read = `select orders.id as "dtRowId", ${columnsSql}, orders.delivered_on from ${joinSql} where orders.id <= ${wanted}`;
const readKeys = `select orders.id as "dtRowId", orders.placed_at from orders where orders.id <= ${wanted}`;

const modes: Readonly<Record<string, (count: Count) => Promise<unknown>>> = {
  cursor,
  oneUpdate: () => client.query('update orders set items = $1 where id <= $2', [mark, wanted]),
  chunksWriting: (count) =>
    chunks(read, count, async (keys) => {
      for (const key of keys) await client.query('update orders set items = $1 where id = $2', [mark, key]);
    }),
  chunksUpdate: (count) =>
    chunks(readKeys, count, (keys) =>
      client.query('update orders set items = $1 where id = any($2)', [mark, keys]),
    ),
};

workOnKeys(async (count) => {
  await modes[mode]?.(count);
  await client.end();
});

async function cursor(count: Count): Promise<void> {
  for await (const block of readBlocks(databaseUrl, `${read} ${sortSql}`)) {
    for (const [key] of block) count(key);
  }
}

/** Blocks in transactions of their own, each after the key of the last; `after` is text, since a Date has no microseconds. */
async function chunks(
  sql: string,
  count: Count,
  write: (keys: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const select = sql.replace('select', 'select orders.placed_at::text as after,');
  let last: { readonly dtRowId: string; readonly after: string } | undefined;
  for (;;) {
    await client.query('begin');
    const { rows } = await client.query<{ dtRowId: string; after: string }>(
      `${select} ${last ? 'and (orders.placed_at, orders.id) < ($1, $2)' : ''} ${sortSql} limit ${blockSize}`,
      last ? [last.after, last.dtRowId] : [],
    );
    const keys = rows.map(({ dtRowId }) => dtRowId);
    for (const key of keys) count(key);
    if (keys.length > 0) await write(keys);
    await client.query('commit');
    if (rows.length < blockSize) return;
    last = rows.at(-1);
  }
}
