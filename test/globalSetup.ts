import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEphemeralPostgres } from '../packages/embedded-postgres/src/index.ts';
import { startPgBouncer } from './startPgBouncer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a PostgreSQL server on which tests may create databases; empty when there is none. */
    postgresUrl: string;
    /** The same for MySQL or MariaDB. */
    mysqlUrl: string;
    /** Where `builtOnce` puts what it builds, in this run. */
    buildsFolder: string;
    /** What the names of the databases begin with that are copied in this run. */
    templatePrefix: string;
  }
}

/**
 * Finds or starts the database servers of a test run, once.
 *
 * - PostgreSQL: the server that TEST_POSTGRES_URL names, otherwise an embedded one on a temporary folder.
 * - MySQL/MariaDB: the server that TEST_MYSQL_URL names, otherwise root without a password on 127.0.0.1:3306,
 *   if that responds.
 * - TEST_POOLER=pgbouncer starts PgBouncer in transaction mode, through which the services of tests use PostgreSQL.
 * - REQUIRE_DIALECTS=postgres,mysql,sqlite makes a missing server a failure instead of skipped tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const required = (process.env.REQUIRE_DIALECTS ?? '').split(',').map((name) => name.trim());
  const named = process.env.TEST_POSTGRES_URL;
  const [server, mysqlUrl] = await Promise.all([named ? null : startPostgres(), findMysql()]);
  const found = { postgres: named ?? server?.url ?? '', mysql: mysqlUrl };
  for (const dialect of ['postgres', 'mysql'] as const) {
    if (required.includes(dialect) && found[dialect] === '') {
      await server?.stop();
      throw new Error(
        `REQUIRE_DIALECTS wants ${dialect}, but no server answers. ` +
          `Start one and name it with TEST_${dialect.toUpperCase()}_URL.`,
      );
    }
  }
  project.provide('postgresUrl', found.postgres);
  project.provide('mysqlUrl', found.mysql);
  // Tests that use the public entry alone find the server by it.
  if (found.postgres !== '') process.env.TEST_POSTGRES_URL ??= found.postgres;
  const pooler = process.env.TEST_POOLER === 'pgbouncer' ? await startPgBouncer(found.postgres) : null;
  if (pooler !== null) process.env.TEST_POOLER_URL = pooler.url;
  // Where tests leave what people look at, and put applications that resolve the packages of the repository.
  await mkdir(join(import.meta.dirname, '../test-output'), { recursive: true });
  const templatePrefix = `template_${process.pid}_${randomBytes(5).toString('hex')}`;
  project.provide('templatePrefix', templatePrefix);
  // Programs and processes that tests start, hundreds of times, need not strip the types of their modules each time.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled');
  let builds = await provideBuildsFolder(project);
  project.onTestsRerun(async () => {
    await rm(builds, { recursive: true, force: true });
    builds = await provideBuildsFolder(project);
  });
  return async () => {
    await rm(builds, { recursive: true, force: true });
    await pooler?.stop();
    if (named !== undefined) await dropTemplates(named, templatePrefix);
    await server?.stop();
  };
}

async function provideBuildsFolder(project: TestProject): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-builds-'));
  project.provide('buildsFolder', folder);
  return folder;
}

async function dropTemplates(connectionString: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  } finally {
    await client.end();
  }
}

async function startPostgres() {
  try {
    return await startEphemeralPostgres();
  } catch (error) {
    console.warn(`Tests on PostgreSQL are skipped: ${(error as Error).message}`);
    return null;
  }
}

/** A server named by TEST_MYSQL_URL must respond; the one on the default port may be absent. */
async function findMysql(): Promise<string> {
  const named = process.env.TEST_MYSQL_URL;
  const url = named ?? 'mysql://root@127.0.0.1:3306/';
  try {
    const connection = await createConnection({ uri: url, connectTimeout: 2_000 });
    await connection.query('select 1');
    await connection.end();
    return url;
  } catch (error) {
    if (named !== undefined) throw new Error(`TEST_MYSQL_URL: ${(error as Error).message}`, { cause: error });
    return '';
  }
}
