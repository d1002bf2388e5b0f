import { type ApiLogTables, installApiLogs, removeApiLogs } from '@rowhouse/integrations';
import { type Kysely, sql } from 'kysely';
import { openKysely, openPostgres, type Postgres } from '../harness/postgres.ts';
import { canary } from './orders.ts';

export interface LogDatabase extends Postgres {
  /** Counts the rows of the log and removes them. @throws if one of them shows the canary or is incomplete */
  take(): Promise<number>;
}

/**
 * A database with an empty log of calls and a table of shops: that of the address, which must not have them yet and is left
 * without them, or one of an embedded server.
 */
export async function openLogDatabase(address: string | null): Promise<LogDatabase> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await openPostgres(address));
  const db = opened.use(openKysely<ApiLogTables>(postgres.url, 1));
  const { rows } = await sql`
    select from pg_class where oid in (to_regclass('api_logs'), to_regclass('shops'))`.execute(db);
  if (rows.length > 0) throw new Error('The database has a table api_logs or shops; name another one.');
  // All or nothing: a failure leaves no table behind.
  await db.transaction().execute(install);
  opened.defer(async () => {
    await removeApiLogs(db);
    await sql`drop table shops`.execute(db);
  });
  await sql`vacuum analyze shops`.execute(db);
  const kept = opened.move();

  return { ...postgres, take: () => take(db), [Symbol.asyncDispose]: () => kept.disposeAsync() };
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

async function take(db: Kysely<ApiLogTables>): Promise<number> {
  const { rows } = await sql<{ count: number; bad: number }>`
    select count(*)::int as count,
      count(*) filter (where payload::text like ${`%${canary}%`}
        or payload->'request'->'headers'->>'authorization' is distinct from 'Bearer ***'
        or url not like '%/v1/orders/' || (payload->'request'->'body'->>'number') || '/shipments?%'
        or status <> 200
        or payload->'response'->'body'->>'order'
          is distinct from payload->'request'->'body'->>'number')::int as bad
    from api_logs`.execute(db);
  await sql`truncate api_logs`.execute(db);
  const [{ count, bad } = { count: 0, bad: 0 }] = rows;
  if (bad > 0) throw new Error(`${bad} of ${count} rows in the log are wrong, or show a secret.`);

  return count;
}
