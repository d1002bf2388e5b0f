import { installApiLogs } from '@rowhouse/integrations';
import { createTables, defineTable, type Tables } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../kernel/database/Database.ts';
import { createServiceDatabase } from './demoService.ts';

/** A new database with an API log in the older format. */
export async function olderLogsDatabase(rows: number) {
  const database = await createServiceDatabase();
  const { db } = database;
  await db.schema.createSchema('rowhouse').execute();
  await sql`create table api_logs (
    id bigserial primary key, user_id integer, route varchar(255), url varchar(255) not null,
    method varchar(10) not null, status smallint, "try" smallint, type smallint not null, duration numeric(10, 3),
    created_at timestamp(0), updated_at timestamp(0)
  )`.execute(db);
  await sql`
    insert into api_logs (id, user_id, route, url, method, status, "try", type, duration, created_at, updated_at)
    select 2 * n, n % 50, 'orders.' || n % 9, 'https://example.com/' || n,
      (array['get', 'post', 'put', 'delete'])[1 + n % 4], 200 + n % 300, 1 + n % 3, 1 + n % 2, n / 8.0,
      timestamp '2024-01-01' + n * interval '1 second', timestamp '2024-01-01' + n * interval '1 minute'
    from generate_series(1, ${rows}::integer) n`.execute(db);

  return database;
}

/** The expected rows in the current format. */
const expected = sql`
  select 2 * n as id, n % 50 as user_id, 'orders.' || n % 9 as route, 'https://example.com/' || n as url,
    (array['GET', 'POST', 'PUT', 'DELETE'])[1 + n % 4] as method, 200 + n % 300 as status, 1 + n % 3 as "try",
    (array['Inbound', 'Outbound'])[1 + n % 2] as direction, (n / 8.0)::numeric(14, 3) as duration,
    timestamptz '2024-01-01 00:00:00Z' + n * interval '1 second' as created_at,
    timestamptz '2024-01-01 00:00:00Z' + n * interval '1 minute' as updated_at`;

const fields = sql.join(
  ['id', 'user_id', 'route', 'url', 'method', 'status', 'try', 'direction', 'duration'].map((name) =>
    sql.ref(name),
  ),
);
const checksum = sql`sum(hashtextextended(concat_ws('|', ${fields},
  extract(epoch from created_at), extract(epoch from updated_at)), 0)::numeric)::text`;

/** Checks the result of an upgrade, regardless of how often it was killed. Empties the log. */
export async function expectUpgraded(db: Kysely<Database>, rows: number): Promise<void> {
  const { rows: found } = await sql`
    select count(*)::integer as rows, count(distinct call_id)::integer as calls, ${checksum} as checksum
    from api_logs where payload is null and error is null`.execute(db);
  const { rows: expectedRows } = await sql`
    select ${rows}::integer as rows, ${rows}::integer as calls, ${checksum} as checksum
    from (${expected} from generate_series(1, ${rows}::integer) n) as expected`.execute(db);
  expect(found).toEqual(expectedRows);

  const { rows: tables } = await sql`
    select relname as name from pg_class where relname like 'api_logs%' and relkind = 'r'`.execute(db);
  expect(tables).toEqual([{ name: 'api_logs' }]);
  await expectFormOfNew(db);
  await expectCounted(db, rows);
}

/** Compares columns and indexes with those of a new log. */
async function expectFormOfNew(db: Kysely<Database>): Promise<void> {
  const rolledBack = new Error('Rolled back on purpose.');
  const compare = db.transaction().execute(async (transaction) => {
    const upgraded = await formOf(transaction, 'rowhouse');
    await sql`create schema created`.execute(transaction);
    await sql`set local search_path to created`.execute(transaction);
    await installApiLogs(transaction, { users: { type: 'integer' } });
    expect(upgraded.length).toBeGreaterThan(15);
    expect(upgraded).toEqual(await formOf(transaction, 'created'));
    throw rolledBack;
  });
  await expect(compare).rejects.toBe(rolledBack);
}

async function formOf(db: Kysely<Database>, schema: string): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select concat_ws(' ', column_name, data_type, character_maximum_length, is_nullable, is_identity, column_default)
      as part from information_schema.columns where table_schema = ${schema} and table_name = 'api_logs'
    union all select indexdef from pg_indexes where schemaname = ${schema} and tablename = 'api_logs'
    order by part`.execute(db);

  return rows.map(({ part }) =>
    part.replaceAll(`${schema}.`, '').replace('api_logs_new_pkey', 'api_logs_pkey'),
  );
}

/** Compares the maintained count with the counted rows while rows change. */
async function expectCounted(db: Kysely<Database>, rows: number): Promise<void> {
  const tables = countingTables(db);
  const counts = async () => {
    const { count } = await tables.data('logs', {});
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::integer as count from api_logs`.execute(db);

    return [count, counted[0]?.count];
  };
  expect(await counts()).toEqual([rows, rows]);
  // Ids come from the sequence.
  const { rows: inserted } = await sql<{ id: string }>`
    insert into api_logs (call_id, url, method, "try", direction, duration)
    select gen_random_uuid(), '/', 'GET', 1, 'Inbound', 1 from generate_series(1, 3) returning id`.execute(
    db,
  );
  expect(Number(inserted[0]?.id)).toBeGreaterThan(2 * rows);
  expect(await counts()).toEqual([rows + 3, rows + 3]);
  await sql`delete from api_logs where id <= 20`.execute(db);
  expect(await counts()).toEqual([rows - 7, rows - 7]);
  await sql`truncate api_logs`.execute(db);
  expect(await counts()).toEqual([0, 0]);
}

function countingTables(db: Kysely<Database>): Tables {
  return createTables({
    db,
    definitions: [
      defineTable({
        template: {
          routePrefix: 'logs',
          name: 'Logs',
          cache: true,
          buttons: [],
          columns: [{ label: 'Method', name: 'method', data: 'api_logs.method' }],
        },
        query: (from: Kysely<Database>) =>
          from.selectFrom('api_logs').select(['api_logs.id as dtRowId', 'api_logs.method']),
        count: { sources: ['api_logs'], wholeTable: true },
      }),
    ],
  });
}
