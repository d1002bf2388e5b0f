import { installApiLogs } from '@rowhouse/integrations';
import { type Kysely, sql } from 'kysely';
import { createService } from '../../../packages/service/src/definition/createService.ts';
import {
  type Connection,
  connect,
  type Database,
} from '../../../packages/service/src/kernel/database/Database.ts';
import { createIfMissing } from '../createIfMissing.ts';
import { logIndexes } from './logIndexes.ts';

/** Days that the log goes back from the moment it was filled. */
const days = 30;

const block = 250_000;

/**
 * The service's own schema with a log of the given number of calls, in the database of the address; made and filled when it is
 * missing, and left there afterwards.
 *
 * @throws when the log holds another number of calls: the figures would be of another size.
 */
export async function prepareDatabase(url: string, rows: number): Promise<void> {
  await createIfMissing(url);
  const connection: Connection = connect({
    url,
    poolSize: 2,
    onIdleError: (error) => console.error(error.message),
  });
  try {
    const { db } = connection;
    await createService({ modules: [] }).migrate(db);
    const found = await countCalls(db);
    if (found === 0) await fill(db, rows);
    else if (found !== rows) throw new Error(`${url} has ${found} calls, not ${rows}; name another one.`);
  } finally {
    await connection.close();
  }
}

async function countCalls(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from api_logs`.execute(db);

  return Number(rows[0]?.count);
}

async function fill(db: Kysely<Database>, rows: number): Promise<void> {
  await fillUsersAndPermissions(db);
  // Indexes of a table that is full are made in a fraction of the time that filling them row by row takes.
  for (const name of await logIndexes(db)) await sql`drop index ${sql.ref(name)}`.execute(db);
  const end = Date.now();
  const step = (days * 86_400_000) / rows;
  for (let first = 0; first < rows; first += block) {
    const last = Math.min(first + block, rows);
    await insertCalls(db, { first, last, begin: end - rows * step, step });
    process.stdout.write(`\rcalls: ${last} of ${rows}   ${last === rows ? '\n' : ''}`);
  }
  await installApiLogs(db, { users: { type: 'integer' } });
  await sql`vacuum (analyze) api_logs`.execute(db);
  await sql`analyze`.execute(db);
}

/** 200 users, and permissions for 130 of the 150 routes: the others are of hosts that are called. */
async function fillUsersAndPermissions(db: Kysely<Database>): Promise<void> {
  await sql`insert into users (name, email, role_id, is_active)
    select 'User ' || n, 'user' || n || '@bench.example', (select min(id) from roles), true
    from generate_series(1, 200) n`.execute(db);
  await sql`insert into permissions (name) select 'bench.route' || n from generate_series(1, 130) n`.execute(
    db,
  );
}

interface Block {
  readonly first: number;
  readonly last: number;
  /** Milliseconds since 1970. */
  readonly begin: number;
  /** Milliseconds between two calls. */
  readonly step: number;
}

/**
 * Few users and routes make most of the calls, as everywhere: the draws are squared. What is rare is so at every size
 * of the log: one call in 10,000 is a PATCH, one in 20,000 is of route 150.
 */
async function insertCalls(db: Kysely<Database>, { first, last, begin, step }: Block): Promise<void> {
  await sql`insert into api_logs
    (call_id, user_id, route, url, payload, method, status, error, "try", direction, duration, created_at, updated_at)
    select gen_random_uuid(), u, route, 'https://api.bench.example/' || replace(route, '.', '/') || '/' || n,
      json_build_object(
        'request', json_build_object(
          'headers', json_build_object('accept', 'application/json', 'content-type', 'application/json'),
          'body', json_build_object('order', n, 'note', repeat('a', 60))),
        'response', json_build_object(
          'headers', json_build_object('content-type', 'application/json; charset=utf-8'),
          'body', json_build_object('id', n, 'text', repeat('b', 60)))),
      method, status, case when status is null then 'The connection was reset.' end, 1,
      case when d < 0.7 then 'Inbound' else 'Outbound' end,
      round((5 + 200 * d * d + case when status is null then 5000 else 0 end)::numeric, 3), at, at
    from (
      select n, d,
        to_timestamp((${begin}::float8 + ${step}::float8 * n) / 1000) as at,
        case when u < 0.05 then null else first_user + floor(200 * u * u)::int end as u,
        'bench.route' || case when n % 20000 = 7777 then 150 else 1 + floor(149 * r * r)::int end as route,
        case when n % 10000 = 3333 then 'PATCH' when m < 0.62 then 'GET' when m < 0.87 then 'POST'
          when m < 0.96 then 'PUT' else 'DELETE' end as method,
        case when s < 0.92 then 200 when s < 0.95 then 404 when s < 0.97 then 422 when s < 0.99 then 500 end as status
      from (
        select n, random() as u, random() as r, random() as m, random() as s, random() as d,
          (select min(id) from users where email like '%@bench.example') as first_user
        from generate_series(${first}::bigint, ${last - 1}::bigint) n
      ) drawn
    ) shaped`.execute(db);
}
