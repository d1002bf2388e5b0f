import fastify from 'fastify';
import pg from 'pg';
import type { Query } from '../cases.ts';
import { idsFirstPage, offsetPage, plainCount, type Statement, searchCount } from './floorSql.ts';
import { poolConfig, ready } from './server.ts';

const pool = new pg.Pool(poolConfig);
const app = fastify();
let keptCount: Promise<number> | undefined;

app.post<{ Body: Query }>('/orders', async ({ body: query }) => {
  const filtered = query.search !== undefined || query.status !== undefined;
  const [count, data] = await Promise.all([countOf(query, filtered), rowsOf(query, filtered)]);
  return { data, count };
});

async function countOf(query: Query, filtered: boolean): Promise<number | null> {
  if (!filtered) {
    keptCount ??= readCount(plainCount(query));
    return keptCount;
  }
  if (!query.counted) return null;
  return readCount(query.search === undefined ? plainCount(query) : searchCount(query));
}

async function rowsOf(query: Query, filtered: boolean): Promise<unknown[]> {
  const deep = query.start > 0 || query.sort.length > 1;
  if (!deep) return (await pool.query(offsetPage(query))).rows;
  const count = filtered ? null : await countOf(query, filtered);
  return (await pool.query(idsFirstPage(query, count))).rows;
}

async function readCount(statement: Statement): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(statement);
  return Number(rows[0]?.count);
}

ready(await app.listen({ host: '127.0.0.1', port: 0 }));
