import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { ListRange } from '../../actionTables.ts';
import type { Builder } from '../../HostQuery.ts';

export const install = [
  sql`create table if not exists rowhouse_action_runs (
    run integer generated always as identity primary key,
    id text not null unique,
    table_id text not null,
    action text not null,
    state text not null,
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
    row_ids text not null,
    primary key (run, list)
  )`,
  sql`create table if not exists rowhouse_action_failures (
    run integer not null,
    position integer not null,
    failure text not null,
    primary key (run, position)
  )`,
];

/** A statement has one snapshot at every level. */
export const isolation = null;

export function listOf(position: Expression<unknown>, rowId: Expression<unknown>) {
  return sql<string>`json_agg(cast(${rowId} as text) order by ${position})`;
}

export async function readList<DB>(db: Kysely<DB>, run: number, list: number): Promise<(string | null)[]> {
  const { rows } = await sql<{ row_ids: string }>`
    select row_ids from rowhouse_action_lists where run = ${run} and list = ${list}`.execute(db);

  return JSON.parse(rows[0]?.row_ids ?? '[]') as (string | null)[];
}

/** Compared by the identifier's own type. */
export const exact = true;

export function keyOf(rowId: Expression<unknown>) {
  return sql<string>`cast(${rowId} as text)`;
}

/** One parameter of a type that the server takes from the identifier: the same statement for every chunk. */
export function isListed(rowId: Expression<unknown>, keys: readonly string[], _range: ListRange) {
  return sql<SqlBool>`${rowId} = any(${keys})`;
}

/**
 * A limit that the planner cannot know, for which it takes a plan that gives its first rows soon. Otherwise it reads and
 * hashes a joined table of fifty thousand rows for each thousand that look up one row there, in four times the time.
 */
export function lookingUp(rows: Builder): Builder {
  return rows.limit(sql<number>`(select 2147483647)`);
}

/** UPDATE … RETURNING. */
export const returnsWritten = true;
