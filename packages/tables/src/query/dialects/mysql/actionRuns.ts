import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { ListRange } from '../../actionTables.ts';
import type { Builder } from '../../HostQuery.ts';

export const install = [
  sql`create table if not exists rowhouse_action_runs (
    run integer auto_increment primary key,
    id varchar(64) character set utf8mb4 collate utf8mb4_bin not null unique,
    table_id varchar(255) not null,
    action varchar(255) not null,
    state varchar(20) not null,
    total integer not null default 0,
    position integer not null default 0,
    failed integer not null default 0,
    gone integer not null default 0,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  sql`create table if not exists rowhouse_action_lists (
    run integer not null,
    list integer not null,
    size integer not null,
    row_ids longtext character set utf8mb4 not null,
    primary key (run, list)
  )`,
  sql`create table if not exists rowhouse_action_failures (
    run integer not null,
    position integer not null,
    failure text character set utf8mb4 not null,
    primary key (run, position)
  )`,
];

/** At the default isolation level, INSERT … SELECT locks all rows that it reads, and the gaps between them. */
export const isolation = 'read committed';

/** MySQL aggregates in any order, so each item contains its position. */
export function listOf(position: Expression<unknown>, rowId: Expression<unknown>) {
  return sql<string>`json_arrayagg(json_array(${position}, cast(${rowId} as char)))`;
}

export async function readList<DB>(db: Kysely<DB>, run: number, list: number): Promise<(string | null)[]> {
  const { rows } = await sql<{ row_ids: string }>`
    select row_ids from rowhouse_action_lists where run = ${run} and list = ${list}`.execute(db);
  const listed = JSON.parse(rows[0]?.row_ids ?? '[]') as [place: number, key: string | null][];

  return listed.sort(([a], [b]) => a - b).map(([, key]) => key);
}

/** See `isListed`. */
export const exact = false;

export function keyOf(rowId: Expression<unknown>) {
  return sql<string>`cast(${rowId} as char)`;
}

/**
 * Constants, which the server converts to the column's type, so that its index is used. If the identifier is not a
 * plain column, the comparison is looser: it may match more rows than listed, but never fewer.
 */
export function isListed(rowId: Expression<unknown>, keys: readonly string[], _range: ListRange) {
  return sql<SqlBool>`${rowId} in (${sql.join([...keys])})`;
}

/** Defaults to MySQL does this. */
export function lookingUp(rows: Builder): Builder {
  return rows;
}

/** Neither MySQL nor MariaDB has UPDATE … RETURNING. */
export const returnsWritten = false;
