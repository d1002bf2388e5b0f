import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { ListRange } from '../../actionTables.ts';
import type { Builder } from '../../HostQuery.ts';

export const install = [
  sql`create table if not exists rowhouse_action_runs (
    run integer primary key autoincrement,
    id text not null unique,
    table_id text not null,
    action text not null,
    state text not null,
    total integer not null default 0,
    position integer not null default 0,
    failed integer not null default 0,
    gone integer not null default 0,
    created_at integer not null,
    updated_at integer not null
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

export const isolation = null;

/** Integers stay integers, and texts stay texts. */
export function listOf(position: Expression<unknown>, rowId: Expression<unknown>) {
  return sql<string>`json_group_array(${rowId} order by ${position})`;
}

/** Parsed in the database: JavaScript would round large integers. */
export async function readList<DB>(db: Kysely<DB>, run: number, list: number): Promise<(string | null)[]> {
  const { rows } = await sql<{ key: string | null }>`
    select cast(entries.value as text) as key
    from rowhouse_action_lists as lists, json_each(lists.row_ids) as entries
    where lists.run = ${run} and lists.list = ${list}
    order by entries.key`.execute(db);

  return rows.map(({ key }) => key);
}

/** Compared in the stored form. */
export const exact = true;

/** Bytes have none: as a text, they would be the key of that text. */
export function keyOf(rowId: Expression<unknown>) {
  return sql<string>`case typeof(${rowId}) when 'blob' then null else cast(${rowId} as text) end`;
}

/** Compared in the database, too: without a column, a text never equals an integer. */
export function isListed(
  rowId: Expression<unknown>,
  _keys: readonly string[],
  { run, list, start, end }: ListRange,
) {
  return sql<SqlBool>`${rowId} in (
    select entries.value from rowhouse_action_lists as lists, json_each(lists.row_ids) as entries
    where lists.run = ${run} and lists.list = ${list} and entries.key >= ${start} and entries.key < ${end}
  )`;
}

/** Defaults to SQLite does this. */
export function lookingUp(rows: Builder): Builder {
  return rows;
}

/** UPDATE … RETURNING. */
export const returnsWritten = true;
