import { type Kysely, sql } from 'kysely';

/** The names of the log's indexes but that of its key. */
export async function logIndexes<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'api_logs' and indexname <> 'api_logs_pkey'
    order by 1`.execute(db);

  return rows.map(({ name }) => name);
}
