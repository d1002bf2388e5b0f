import { randomBytes } from 'node:crypto';
import { Kysely, type LogConfig, MysqlDialect, PostgresDialect, SqliteDialect } from 'kysely';
import { createConnection, createPool } from 'mysql2';
import { createConnection as connectMysql } from 'mysql2/promise';
import { Client, Pool, type PoolConfig } from 'pg';
import { inject } from 'vitest';
import { storedMysqlValues } from '../packages/drivers/src/index.ts';
import { nodeSqlite } from '../packages/tables/src/testing/nodeSqlite.ts';

export type TestDialect = 'postgres' | 'mysql' | 'sqlite';

/** An empty database of a test's own. */
export interface TestDatabase<Tables> {
  readonly dialect: TestDialect;
  readonly db: Kysely<Tables>;
  /** Connection address; absent for SQLite, which lives in memory. */
  readonly url?: string;
  /** Closes the connections and drops the database. Left out after a failure, the database stays for inspection. */
  destroy(): Promise<void>;
}

const postgresUrl = inject('postgresUrl') ?? '';
const mysqlUrl = inject('mysqlUrl') ?? '';

/** The dialects that this run can test; for `describe.each(dialects)`. */
export const dialects: readonly TestDialect[] = [
  ...(postgresUrl === '' ? [] : (['postgres'] as const)),
  ...(mysqlUrl === '' ? [] : (['mysql'] as const)),
  'sqlite',
];

export interface TestDatabaseOptions {
  /** Receives every statement. */
  readonly log?: LogConfig;
  /** Adds what the connections need to the address of a PostgreSQL database. */
  readonly address?: (url: string) => string;
  /** What a PostgreSQL database contains; it is empty by default. */
  readonly template?: DatabaseTemplate;
}

/** A database that is filled once in each process of a test run, and copied for each test. */
export interface DatabaseTemplate {
  /** Closes all of its connections. */
  fill(url: string): Promise<void>;
}

const templates = new Map<DatabaseTemplate, Promise<string>>();

/** A fresh, empty, uniquely named database of the dialect. */
export async function createTestDatabase<Tables = unknown>(
  dialect: TestDialect,
  { log, address = (given) => given, template }: TestDatabaseOptions = {},
): Promise<TestDatabase<Tables>> {
  if (dialect === 'sqlite') {
    const db = new Kysely<Tables>({
      dialect: new SqliteDialect({ database: nodeSqlite() }),
      ...(log && { log }),
    });
    return { dialect, db, destroy: () => db.destroy() };
  }
  const server = dialect === 'postgres' ? postgresUrl : mysqlUrl;
  if (server === '')
    throw new Error(`No ${dialect} server in this test run; loop over \`dialects\` instead.`);
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const maintain = dialect === 'postgres' ? onPostgres : onMysql;
  const copied = template === undefined ? '' : ` template ${await filled(template)}`;
  await maintain(server, [
    `create database ${name}${dialect === 'mysql' ? ' character set utf8mb4' : copied}`,
  ]);
  const href = dialect === 'postgres' ? address(url.href) : url.href;
  const db = new Kysely<Tables>({
    dialect: dialect === 'postgres' ? postgres(href) : mysql(href),
    ...(log && { log }),
  });
  return {
    dialect,
    db,
    url: href,
    destroy: async () => {
      await db.destroy();
      await maintain(server, [
        `drop database if exists ${name}${dialect === 'postgres' ? ' with (force)' : ''}`,
      ]);
    },
  };
}

/** The name of the database that is copied. The end of the run drops it. */
function filled(template: DatabaseTemplate): Promise<string> {
  const known = templates.get(template) ?? fill(template);
  templates.set(template, known);

  return known;
}

async function fill(template: DatabaseTemplate): Promise<string> {
  const name = `${inject('templatePrefix')}_${process.pid}_${randomBytes(5).toString('hex')}`;
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  await onPostgres(postgresUrl, [`create database ${name}`]);
  await template.fill(url.href);

  return name;
}

function postgres(connectionString: string): PostgresDialect {
  return new PostgresDialect({ pool: postgresPool({ connectionString, max: 10 }) });
}

/** Connections to a test's database, which is dropped although some may still be closing: those are not reported. */
export function postgresPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function mysql(uri: string): MysqlDialect {
  const options = { uri, connectionLimit: 10, charset: 'utf8mb4', ...storedMysqlValues };
  // A second connection out of the pool ends a cancelled query.
  return new MysqlDialect({ pool: createPool(options), controlConnection: () => createConnection(options) });
}

/** A MySQL database of a test, in sessions of this `sql_mode`. */
export function inSqlMode<Tables>(url: string, mode: string): Kysely<Tables> {
  const pool = createPool({ uri: url, connectionLimit: 3, charset: 'utf8mb4', supportBigNumbers: true });
  pool.on('connection', (connection) => connection.query(`set session sql_mode = '${mode}'`));
  return new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) });
}

async function onPostgres(connectionString: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function onMysql(uri: string, statements: string[]): Promise<void> {
  const connection = await connectMysql({ uri });
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    await connection.end();
  }
}
