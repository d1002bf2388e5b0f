import { sql } from 'kysely';
import type { TestDatabase } from '../../../test/databases.ts';

/** A row of the log's older form. */
export interface OlderLog {
  readonly id: number;
  readonly user_id: number;
  readonly route: string;
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly try: number;
  /** 1 inbound, 2 outbound. */
  readonly type: number;
  readonly duration: number;
  readonly created_at: string;
}

/** Ids have gaps. */
export function olderLogs(count: number): OlderLog[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index < 10 ? index + 1 : 2 * index,
    user_id: 1 + (index % 5),
    route: `orders.${index % 3}`,
    url: `https://example.com/${index}`,
    method: ['get', 'post', 'put', 'delete'][index % 4] ?? 'get',
    status: 200 + (index % 300),
    try: 1 + (index % 3),
    type: 1 + (index % 2),
    duration: index / 8,
    created_at: new Date(Date.UTC(2024, 0, 1) + index * 61_000).toISOString(),
  }));
}

/** The table as older versions created it, filled. */
export async function createOlderLogs<DB>(
  { db, dialect }: TestDatabase<DB>,
  rows: readonly OlderLog[],
  table = 'api_logs',
): Promise<void> {
  const key = {
    postgres: 'bigserial primary key',
    mysql: 'bigint unsigned auto_increment primary key',
    sqlite: 'integer primary key autoincrement',
  }[dialect];
  const time = dialect === 'postgres' ? 'timestamp(0)' : 'datetime';
  await sql`create table ${sql.table(table)} (
    id ${sql.raw(key)}, user_id integer, route varchar(255), url varchar(255) not null, method varchar(10) not null,
    status smallint, ${sql.ref('try')} smallint, ${sql.ref('type')} smallint not null, duration numeric(10, 3),
    created_at ${sql.raw(time)}, updated_at ${sql.raw(time)}
  )`.execute(db);

  for (let from = 0; from < rows.length; from += 1_000) {
    const values = rows.slice(from, from + 1_000).map((row) => {
      const at = row.created_at.slice(0, 19).replace('T', ' ');
      return sql`(${sql.join([row.id, row.user_id, row.route, row.url, row.method, row.status, row.try, row.type, row.duration, at, at])})`;
    });
    await sql`insert into ${sql.table(table)} (id, user_id, route, url, method, status, ${sql.ref('try')},
      ${sql.ref('type')}, duration, created_at, updated_at) values ${sql.join(values)}`.execute(db);
  }
}
