import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import { type ApiLogTables, installApiLogs, removeApiLogs } from '@rowhouse/integrations';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { createIfMissing } from '../createIfMissing.ts';
import { canary } from './orders.ts';

export interface LogDatabase {
  readonly url: string;
  /** For example `15.20`. */
  readonly version: string;
  /** Of payloads: `lz4` where PostgreSQL has it, otherwise `pglz`. */
  readonly compression: string;
  /** Counts the rows and removes them. @throws if one of them shows the canary or lacks something. */
  take(): Promise<number>;
  close(): Promise<void>;
}

/**
 * A database with an empty log of calls: that of the address, which must not have the tables yet and is left without them, or
 * one of an embedded server, which is removed afterwards.
 */
export async function openDatabase(address: string | null): Promise<LogDatabase> {
  const embedded = address === null ? await startEphemeralPostgres() : null;
  const url = address ?? embedded?.url ?? '';
  if (!embedded) await createIfMissing(url);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // The server may stop before the connection is closed.
  pool.on('error', () => undefined);
  const db = new Kysely<ApiLogTables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    await embedded?.stop();
  };
  try {
    await refuseUsed(db);
    // All or nothing: a failure leaves no table behind.
    await db.transaction().execute(install);
    await sql`vacuum analyze shops`.execute(db);
    const { rows } = await sql<{
      version: string;
    }>`select current_setting('server_version') as version`.execute(db);

    return {
      url,
      version: rows[0]?.version.split(' ')[0] ?? '',
      compression: await compression(db),
      take: () => take(db),
      async close() {
        await removeApiLogs(db);
        await sql`drop table shops`.execute(db);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function refuseUsed(db: Kysely<ApiLogTables>): Promise<void> {
  const { rows } = await sql`
    select from pg_class where oid in (to_regclass('api_logs'), to_regclass('shops'))`.execute(db);
  if (rows.length > 0) throw new Error('The database has a table api_logs or shops; name another one.');
}

async function install(db: Kysely<ApiLogTables>): Promise<void> {
  await installApiLogs(db);
  await sql`create table shops (id integer primary key, shop text not null, city text not null)`.execute(db);
  await sql`insert into shops select n, 'Shop ' || n, 'City ' || n % 20 from generate_series(1, 10000) n`.execute(
    db,
  );
  await sql`create index on shops (shop, id)`.execute(db);
  await sql`create index on shops (city)`.execute(db);
}

async function compression(db: Kysely<ApiLogTables>): Promise<string> {
  const { rows } = await sql<{ code: string }>`select attcompression as code from pg_attribute
    where attrelid = 'api_logs'::regclass and attname = 'payload'`.execute(db);

  return rows[0]?.code === 'l' ? 'lz4' : 'pglz';
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
