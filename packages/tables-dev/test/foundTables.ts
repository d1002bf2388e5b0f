import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTables, type RouteRegistry, type Tables } from '@rowhouse/tables';
import { Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely';
import { createPool } from 'mysql2';
import {
  createTestDatabase,
  postgresPool,
  type TestDatabase,
  type TestDialect,
} from '../../../test/databases.ts';
import { storedMysqlValues } from '../../drivers/src/index.ts';
import {
  type EjectedTable,
  ejectTable,
  type Introspection,
  introspectTables,
} from '../src/introspect/index.ts';
import { createFoundDatabase } from './foundDatabase.ts';

/** Of an application that has a route for everything. */
export const routes: RouteRegistry = {
  find: (name) => ({ name, path: `/api/${name}`, methods: ['GET', 'POST'] }),
  names: () => [],
};

/** The database of `foundDatabase.ts`, introspected and served. */
export interface FoundTables {
  readonly database: TestDatabase<unknown>;
  /** Connections that can only read, and on PostgreSQL not everything. */
  readonly db: Kysely<unknown>;
  /** Name of the second schema. */
  readonly clinic: string;
  /** Name of the first, on MySQL. */
  readonly ownSchema: string;
  readonly found: Introspection;
  readonly tables: Tables;
  /** Of all rows of all tables that could be written. */
  checksum(): Promise<string>;
  destroy(): Promise<void>;
}

export async function foundTables(dialect: TestDialect): Promise<FoundTables> {
  const clinic = dialect === 'mysql' ? `test_clinic_${process.pid}_${Date.now()}` : 'clinic';
  const reader = `reader_${process.pid}_${Date.now()}`;
  const database = await createTestDatabase(dialect);
  await createFoundDatabase(database.db, dialect, clinic);
  const db = await readOnly(database, reader);
  const ownSchema = dialect === 'mysql' ? await currentSchema(database.db) : '';
  const found = await introspectTables({
    db,
    ...(dialect === 'mysql' && { schemas: [ownSchema, clinic] }),
  });

  return {
    ...{ database, db, clinic, ownSchema, found },
    tables: createTables({ db, routes, definitions: found.tables.map(({ definition }) => definition) }),
    checksum: () => checksum(database.db, clinic),
    destroy: async () => {
      if (dialect === 'mysql') await sql`drop database ${sql.id(clinic)}`.execute(database.db);
      if (dialect !== 'sqlite') await db.destroy();
      if (dialect === 'postgres') {
        await sql`drop owned by ${sql.id(reader)}`.execute(database.db);
        await sql`drop role ${sql.id(reader)}`.execute(database.db);
      }
      await database.destroy();
    },
  };
}

async function readOnly(
  { db, dialect, url: address = '' }: TestDatabase<unknown>,
  reader: string,
): Promise<Kysely<unknown>> {
  // Exports of SQLite need a temporary table, which `query_only` refuses, too.
  if (dialect === 'sqlite') return db;
  if (dialect === 'mysql') {
    const pool = createPool({ uri: address, connectionLimit: 3, ...storedMysqlValues });
    pool.on('connection', (connection) => connection.query('set session transaction read only'));
    return new Kysely({ dialect: new MysqlDialect({ pool }) });
  }

  for (const statement of [
    `create role ${reader}`,
    `grant usage on schema public, clinic to ${reader}`,
    `grant select on all tables in schema public, clinic to ${reader}`,
    `revoke all on private_notes, partly_private from ${reader}`,
    `grant select (id, title) on partly_private to ${reader}`,
  ]) {
    await sql.raw(statement).execute(db);
  }
  const url = new URL(address);
  url.searchParams.set('options', `-c role=${reader} -c default_transaction_read_only=on`);

  return new Kysely({
    dialect: new PostgresDialect({ pool: postgresPool({ connectionString: url.href, max: 5 }) }),
  });
}

async function currentSchema(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select database() as name`.execute(db);
  return rows[0]?.name ?? '';
}

async function checksum(db: Kysely<unknown>, clinic: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of [
    'customers',
    'orders',
    'order_items',
    'settings',
    'without_key',
    'logs',
    `${clinic}.visits`,
  ]) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    hash.update(JSON.stringify(rows));
  }
  return hash.digest('hex');
}

/** Writes all tables into a folder, for as long as `use` takes. */
export async function withEjected(
  { tables }: Introspection,
  use: (folder: string, ejected: readonly EjectedTable[]) => Promise<void>,
): Promise<void> {
  // Inside the repository, so that what is written there can import the package by its name.
  const output = resolve(import.meta.dirname, '../../../test-output');
  await mkdir(output, { recursive: true });
  const folder = await mkdtemp(join(output, 'ejected-'));
  try {
    const ejected = tables.map((one) => ejectTable(one, { folder }));
    for (const { name, template, definition, types } of ejected) {
      await writeFile(join(folder, `${name}.json`), template);
      await writeFile(join(folder, `${name}.ts`), definition);
      await writeFile(join(folder, `${name}.types.ts`), types);
    }
    await use(folder, ejected);
  } finally {
    await rm(folder, { recursive: true });
  }
}
