import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import type { Database } from '../../src/kernel/database/Database.ts';

/** Runs a dump of pg_dump with INSERT statements and without psql commands, in one transaction. */
export async function loadDump(connectionString: string, file: URL): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(gunzipSync(await readFile(file)).toString());
  } finally {
    await client.end();
  }
}

export interface TableContent {
  readonly columns: readonly string[];
  readonly rows: number;
  /** Digest of the values of `columns` in all rows, independent of their order. */
  readonly digest: string;
}

/** The content of all tables of a schema. Tables in `before` are read with the columns that they had there. */
export async function readTables(
  db: Kysely<Database>,
  schema: string,
  before: Readonly<Record<string, TableContent>> = {},
): Promise<Record<string, TableContent>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text order by attname) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = to_regnamespace(${schema}) and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
    group by relname order by relname`.execute(db);
  const tables: Record<string, TableContent> = {};
  for (const { name, columns } of rows) {
    tables[name] = await readTable(db, `${schema}.${name}`, before[name]?.columns ?? columns);
  }

  return tables;
}

async function readTable(
  db: Kysely<Database>,
  table: string,
  columns: readonly string[],
): Promise<TableContent> {
  const values = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<{ rows: number; digest: string }>`
    select count(*)::integer as rows, md5(coalesce(string_agg(digest, '' order by digest), '')) as digest
    from (select md5(row(${values})::text) as digest from ${sql.table(table)}) as digests`.execute(db);
  const { rows: count = 0, digest = '' } = rows[0] ?? {};

  return { columns, rows: count, digest };
}
