import { type Kysely, sql } from 'kysely';
import { currentTable as table } from '../apiLogs.ts';

/** A partition of the log. */
export interface LogPartition {
  readonly name: string;
  /** Start, inclusive; null: everything before `to`. */
  readonly from: Date | null;
  /** End, exclusive. */
  readonly to: Date;
  /** Of the last analysis; null if there was none. */
  readonly estimatedRows: number | null;
}

/** Has the rows of every time that no other partition has, so that none is refused. */
export const defaultPartition = `${table}_default`;

/** The constraint that a table has while it is converted. */
export const limit = `${table}_limit`;

export async function dropLimit<DB>(db: Kysely<DB>): Promise<void> {
  await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(limit)}`.execute(db);
}

/** How the log is stored. `other`: partitioned, but not by `created_at`. */
export type LogForm = 'absent' | 'plain' | 'months' | 'other';

export async function formOf<DB>(db: Kysely<DB>): Promise<LogForm> {
  const { rows } = await sql<{ key: string | null }>`
    select case relkind when 'p' then pg_get_partkeydef(oid) end as key
    from pg_class where oid = to_regclass(${table})`.execute(db);
  const [row] = rows;
  if (row === undefined) return 'absent';
  if (row.key === null) return 'plain';

  return row.key === 'RANGE (created_at)' ? 'months' : 'other';
}

/** The partitions with limits, oldest first; without the default one. */
export async function partitionsOf<DB>(db: Kysely<DB>): Promise<LogPartition[]> {
  const { rows } = await sql<{ name: string; from: Date | null; to: Date; rows: number }>`
    select name, (regexp_match(bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz as "from", "to", rows
    from (
      select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bound, reltuples::float8 as rows,
        (regexp_match(pg_get_expr(relpartbound, pg_class.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz as "to"
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = to_regclass(${table})
    ) as parts
    where "to" is not null order by "to"`.execute(db);

  return rows.map(({ rows: estimate, ...partition }) => ({
    ...partition,
    estimatedRows: estimate < 0 ? null : estimate,
  }));
}

/** Creates a partition with the columns, defaults and indexes of the log, attached to it in the same transaction. */
export async function addPartition<DB>(
  transaction: Kysely<DB>,
  { name, from, to }: { readonly name: string; readonly from: Date; readonly to: Date },
): Promise<void> {
  // Attaching locks no reader or writer of the other months, which `create table … partition of` does.
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all)`.execute(transaction);
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${literal(from)}) to (${literal(to)})`.execute(transaction);
}

/** A time in DDL, which takes no parameters. */
export function literal(time: Date) {
  return sql.lit(time.toISOString());
}

/** The start of the month in UTC, `offset` months later. */
export function monthStart(time: Date, offset = 0): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset, 1));
}

/** `2026_12` */
export function monthName(month: Date): string {
  return month.toISOString().slice(0, 7).replace('-', '_');
}
