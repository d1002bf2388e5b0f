import fastify from 'fastify';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { tables as tablesPlugin } from '../src/fastify/index.ts';
import type { TableDefinition } from '../src/index.ts';
import { tableConfig } from '../src/index.ts';
import { shapeTable } from './shapes.ts';
import { createShop, fillShop, type Shop } from './shop.ts';
import { refusal, tablesOf } from './support.ts';

// SQLite finishes a query before anything else happens in its process.
describe.each(dialects.filter((dialect) => dialect !== 'sqlite'))('Limits on %s', (dialect) => {
  let database: TestDatabase<Shop>;
  let db: Kysely<Shop>;

  beforeAll(async () => {
    database = await createTestDatabase<Shop>(dialect);
    db = database.db;
    await createShop(db, dialect);
    await fillShop(db, dialect, 1200);
  });

  afterAll(() => database.destroy());

  const columns = { number: 'orders.number' };
  /** Takes a minute for its first row already. */
  const endless = (routePrefix: string): TableDefinition => {
    const sleep =
      dialect === 'postgres' ? sql<SqlBool>`pg_sleep(60) is not null` : sql<SqlBool>`sleep(60) = 0`;
    const table = shapeTable(columns, (host) =>
      host.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number']).where(sleep),
    );

    return { ...table, template: { ...table.template, routePrefix } };
  };

  /** Queries of endless tables that the database works on. */
  async function running(): Promise<number> {
    const { rows } = await (dialect === 'postgres'
      ? sql<{ n: string }>`select count(*) as n from pg_stat_activity where datname = current_database()
          and state = 'active' and query like '%sleep(60)%' and pid <> pg_backend_pid()`
      : sql<{ n: number }>`select count(*) as n from information_schema.processlist
          where db = database() and info like '%sleep(60)%' and id <> connection_id()`
    ).execute(db);

    return Number(rows[0]?.n);
  }

  it('end a page that takes too long, and its count, also in the database', async () => {
    const tables = tablesOf(db, endless('shape'), { limits: { pageSeconds: 1 } });
    const error = await refusal(tables.data('shape', {}));

    expect(error.code).toBe('tables.query_timeout');
    expect(error.status).toBe(503);
    expect(error.message).toMatch(
      /^The query took longer than 1 seconds \(limits\.pageSeconds\) and was cancelled\. Narrow the/,
    );
    await expect.poll(running).toBe(0);
  });

  it('end a count that takes too long', async () => {
    const tables = tablesOf(db, endless('shape'), { limits: { countSeconds: 1 } });

    expect((await refusal(tables.data('shape', {}))).message).toContain('limits.countSeconds');
    await expect.poll(running).toBe(0);
  });

  it('end statistics that take too long, or whose client has disconnected', async () => {
    const tables = tablesOf(db, endless('shape'), { limits: { countSeconds: 1 } });
    const payload = { meta: { statistics: 'number', forceInfo: true } };

    expect((await refusal(tables.read('shape', payload))).message).toContain('limits.countSeconds');
    await expect.poll(running).toBe(0);
    const client = new AbortController();
    const request = tables.read('shape', payload, null, { signal: client.signal });
    await expect.poll(running).toBe(1);
    client.abort(new Error('left'));
    await expect(request).rejects.toThrow('left');
    await expect.poll(running).toBe(0);
  });

  it('end a page that is read in a transaction, and release its connection', async () => {
    const tables = tablesOf(db, endless('shape'), { limits: { pageSeconds: 1, countSeconds: 1 } });

    expect((await refusal(tables.data('shape', { meta: { start: 1100 } }))).code).toBe(
      'tables.query_timeout',
    );
    await expect.poll(running).toBe(0);
    // All connections of the pool can be used.
    await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(db)));
  });

  it('end the queries of a request whose client has disconnected', async () => {
    const app = fastify();
    await app.register(tablesPlugin, { db, tables: [endless('shape')] });
    const statuses: number[] = [];
    app.addHook('onSend', async (_request, reply) => void statuses.push(reply.statusCode));
    const address = await app.listen({ port: 0, host: '127.0.0.1' });

    for (const start of [0, 1100]) {
      const client = new AbortController();
      const request = fetch(`${address}/shape/tableData?meta[start]=${start}`, { signal: client.signal });
      await expect.poll(running).toBeGreaterThan(0);
      client.abort();
      await expect(request).rejects.toThrow(/abort/i);
      await expect.poll(running).toBe(0);
    }
    await expect.poll(() => statuses).toEqual([499, 499]);
    await app.close();
  });

  it('let a count continue that another request waits for', async () => {
    const tables = tablesOf(db, endless('shape'), { limits: { queries: 0 } });
    const clients = [new AbortController(), new AbortController()];
    const requests = clients.map(({ signal }) => tables.data('shape', {}, null, { signal }));
    // Two pages, and one count.
    await expect.poll(running).toBe(3);
    clients[0]?.abort(new Error('left'));
    await expect(requests[0]).rejects.toThrow('left');
    await expect.poll(running).toBe(2);
    clients[1]?.abort(new Error('left too'));
    await expect(requests[1]).rejects.toThrow('left too');
    await expect.poll(running).toBe(0);
  });

  it('keep connections for other tables while one is locked', async () => {
    const orders = shapeTable(columns, (host) =>
      host.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number']),
    );
    const customers = shapeTable({ name: 'customers.name' }, (host) =>
      host.selectFrom('customers').select(['customers.id as dtRowId', 'customers.name']),
    );
    const definitions = [
      { ...orders, template: { ...orders.template, routePrefix: 'orders' } },
      { ...customers, template: { ...customers.template, routePrefix: 'customers' } },
    ];
    const tables = tablesOf(db, definitions, { limits: { pageSeconds: 2, countSeconds: 2 } });
    await tables.data('orders', {});
    const unlocked = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const locking = db.connection().execute(async (connection) => {
      await (dialect === 'postgres' ? sql`begin` : sql`lock tables orders write`).execute(connection);
      if (dialect === 'postgres') await sql`lock table orders in access exclusive mode`.execute(connection);
      locked.resolve();
      await unlocked.promise;
      await (dialect === 'postgres' ? sql`rollback` : sql`unlock tables`).execute(connection);
    });
    await locked.promise;
    try {
      const refused = Array.from({ length: 30 }, () => refusal(tables.data('orders', {})));
      for (let n = 0; n < 5; n++) expect((await tables.data('customers', {})).count).toBeGreaterThan(0);
      for (const { code } of await Promise.all(refused)) {
        expect(['tables.busy', 'tables.query_timeout']).toContain(code);
      }
    } finally {
      unlocked.resolve();
      await locking;
    }
    expect((await tables.data('orders', {})).count).toBe(1200);
  });
});

describe('Limits', () => {
  it('are configurable for the search text, and part of the error', async () => {
    const { db, destroy } = await createTestDatabase<Shop>('sqlite');
    await createShop(db, 'sqlite');
    const orders = shapeTable({ number: 'orders.number' }, (host) =>
      host.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number']),
    );
    const search = (text: string, limits = {}) =>
      tablesOf(db, orders, { limits }).data('shape', { meta: { search: text } });

    expect((await refusal(search('.'.repeat(1000)))).fields).toEqual({
      'meta.search': ['The search has 1000 characters; send at most 200.'],
    });
    expect((await refusal(search('a b c', { searchWords: 2 }))).status).toBe(422);
    expect((await refusal(search('abcd', { searchLength: 3 }))).status).toBe(422);
    expect((await search('.'.repeat(200))).filtered).toBe(0);
    await destroy();
  });

  it('send no query for a request that was closed before it was read', async () => {
    const { db, destroy } = await createTestDatabase<Shop>('sqlite');
    const orders = shapeTable({ number: 'orders.number' }, (host) =>
      host.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number']),
    );
    const signal = AbortSignal.abort(new Error('left'));

    // There are no tables to read.
    await expect(tablesOf(db, orders).data('shape', {}, null, { signal })).rejects.toThrow('left');
    await destroy();
  });

  it('are checked', () => {
    expect(tableConfig({ limits: { queries: 8 } }).limits).toMatchObject({ queries: 8, pageSeconds: 15 });
  });
});
