import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import { type ApiLogTables, installApiLogs } from '@rowhouse/integrations';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { canary } from './orders.ts';

export interface LogDatabase {
  readonly url: string;
  /** For example `15.20`. */
  readonly version: string;
  /** Rows there are, after which there are none. @throws when one of them shows the canary or lacks something. */
  take(): Promise<number>;
  close(): Promise<void>;
}

/** A database with an empty log of calls, on an embedded server that is removed afterwards. */
export async function openDatabase(): Promise<LogDatabase> {
  const { url, stop } = await startEphemeralPostgres();
  const db = new Kysely<ApiLogTables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
  try {
    await installApiLogs(db);
    await sql`create table shops (id integer primary key, shop text not null, city text not null)`.execute(
      db,
    );
    await sql`insert into shops select n, 'Shop ' || n, 'City ' || n % 20 from generate_series(1, 10000) n`.execute(
      db,
    );
    await sql`create index on shops (shop, id)`.execute(db);
    await sql`create index on shops (city)`.execute(db);
    await sql`vacuum analyze shops`.execute(db);
    const { rows } = await sql<{
      version: string;
    }>`select current_setting('server_version') as version`.execute(db);
    return {
      url,
      version: rows[0]?.version.split(' ')[0] ?? '',
      take: () => take(db),
      async close() {
        await db.destroy();
        await stop();
      },
    };
  } catch (error) {
    await db.destroy();
    await stop();
    throw error;
  }
}

async function take(db: Kysely<ApiLogTables>): Promise<number> {
  const { rows } = await sql<{ count: number; bad: number }>`
    select count(*)::int as count,
      count(*) filter (where payload::text like ${`%${canary}%`}
        or payload->'request'->'headers'->>'authorization' is distinct from 'Bearer ***'
        or url not like '%/v1/orders/' || (payload->'request'->'body'->>'number') || '/shipments?%'
        or status <> 200
        or (status = 200 and payload->'response'->'body'->>'order'
          is distinct from payload->'request'->'body'->>'number'))::int as bad
    from api_logs`.execute(db);
  await sql`truncate api_logs`.execute(db);
  const [{ count, bad } = { count: 0, bad: 0 }] = rows;
  if (bad > 0) throw new Error(`${bad} of ${count} rows in the log are wrong, or tell a secret.`);

  return count;
}
