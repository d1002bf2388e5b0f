import fastify from 'fastify';
import pg from 'pg';
import type { Query } from '../cases.ts';
import { idsFirstPage, offsetPage, plainCount, type Statement, searchCount } from './floorSql.ts';
import { poolConfig, ready, settings } from './server.ts';

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
  if (!deep) return (await pool.query(named(offsetPage(query)))).rows;
  const count = filtered ? null : await countOf(query, filtered);
  return (await pool.query(named(idsFirstPage(query, count)))).rows;
}

const names = new Map<string, string>();

/** Gives a statement without parameters a name, so that a connection has it planned once. */
function named(statement: Statement): Statement & { name?: string } {
  if (!settings.prepared || statement.values.length > 0) return statement;
  const name = names.get(statement.text) ?? `page_${names.size}`;
  names.set(statement.text, name);
  return { ...statement, name };
}

async function readCount(statement: Statement): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(statement);
  return Number(rows[0]?.count);
}

ready(await app.listen({ host: '127.0.0.1', port: 0 }));
