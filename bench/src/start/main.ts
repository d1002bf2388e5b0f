import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { inTurns } from '../harness/inTurns.ts';
import { databaseUrl, number } from '../harness/options.ts';
import { openPostgres, urlOf, withClient } from '../harness/postgres.ts';
import { fixed, tableOf } from '../harness/report.ts';
import { startService } from '../harness/service.ts';
import { defineSuite } from '../harness/suite.ts';

const demo = fileURLToPath(new URL('../../../apps/demo/rowhouse.config.ts', import.meta.url));
/** Start of the names of the databases. */
const prefix = 'rowhouse_bench_start';

interface Start {
  readonly name: string;
  readonly args: readonly string[];
  /** A table that it has to serve. */
  readonly table: string | null;
  /** Its migrated database, dropped at the end. */
  readonly database: string;
}

/** Starts of the service: without tables, with those of the demo, and with a database that it introspects. */
export const suite = defineSuite(
  {
    tables: number(200, 'tables of the database that is introspected'),
    rounds: number(7, 'starts of each kind, in turns'),
    databaseUrl: databaseUrl('any database of a server; databases of its own are made there and dropped'),
  },
  async ({ tables, rounds, ...options }) => {
    await using server = await openPostgres(options.databaseUrl);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'rowhouse-starts-'));
    const found = urlOf(server.url, prefix);
    const starts: readonly Start[] = [
      { name: 'a service without tables', args: [], table: null, database: `${prefix}_none` },
      {
        name: 'the demo, with its tables',
        args: ['--config', demo],
        table: 'orders',
        database: `${prefix}_demo`,
      },
      {
        name: `with the database of ${tables} tables`,
        args: ['--database', found],
        table: `${prefix}/table_1`,
        database: `${prefix}_found`,
      },
    ];
    const databases = [prefix, ...starts.map(({ database }) => database)];
    try {
      await withClient(server.url, async (client) => {
        for (const name of databases) {
          await client.query(`drop database if exists ${name} with (force)`);
          await client.query(`create database ${name}`);
        }
      });
      await withClient(found, (client) => createTables(client, tables));
      // The first start migrates, and is not counted.
      const measured = await inTurns(
        rounds,
        starts,
        (start) => timeStart(start, urlOf(server.url, start.database), folder.path),
        (seconds) => `${seconds.toFixed(2)} s`,
      );

      return {
        title: 'Starts of the service',
        about: 'Until `/ready` responds; with a database, its introspection is included.',
        postgres: server.version,
        notes: ['Each service has a migrated database of its own, and is checked to serve a table.'],
        rounds,
        sections: [
          { table: tableOf(measured, [{ head: 'seconds', of: (seconds) => seconds, write: fixed(2) }]) },
        ],
      };
    } finally {
      await withClient(server.url, async (client) => {
        for (const name of databases) await client.query(`drop database if exists ${name} with (force)`);
      });
    }
  },
);

async function createTables(client: pg.Client, tables: number): Promise<void> {
  await client.query('create table customers (id integer primary key, name text not null)');
  for (let index = 1; index < tables; index += 1) {
    await client.query(`create table table_${index} (id integer primary key, title text not null, amount numeric(12, 2),
      customer_id integer references customers (id), is_open boolean, created_at timestamptz, notes text, day date)`);
  }
}

async function timeStart({ args, table, database }: Start, url: string, folder: string): Promise<number> {
  const own = { DATABASE_URL: url, ROWHOUSE_DATA_DIR: join(folder, database) };
  const start = performance.now();
  await using service = await startService(args, own, folder);
  const seconds = (performance.now() - start) / 1000;
  if (table !== null) {
    const { status } = await fetch(`${service.address}/api/${table}/init`);
    // Without a session; 404 would mean that there is no such table.
    if (status !== 401) throw new Error(`/api/${table}/init responded ${status}.`);
  }

  return seconds;
}
