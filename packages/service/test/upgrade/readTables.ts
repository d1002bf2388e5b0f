import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/kernel/database/Database.ts';

export interface TableContent {
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the values of `columns` in all rows, in any order. */
  readonly digest: string;
}

/** All tables of a schema. Of those in `before`, the columns that they had then. */
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
