import { sqlProgram } from '@rowhouse/drivers/internal';
import { partitionFunctions, permitOnly } from '@rowhouse/tables/internal';
import { type RawBuilder, sql } from 'kysely';
import {
  functionOf,
  keysOf,
  type MarkedSort,
  nameOf,
  placeholdersOf,
  quoted,
  sourceOf,
} from './markNames.ts';

/** Records above which a page is found as fast without marks, until they are folded. */
const mostPending = 200_000;
/** Rows changed by one statement above which the marks are set again, rather than that a record is written for each. */
const mostRecords = 100_000;
const keepLimits = {
  /** Records folded, and marks changed, in one call, so that its transaction stays short. */
  batch: '5000',
  turns: '20',
  /** Marks of a table, about, and the rows between two of them. */
  marksOfTable: '4000',
  fewestRows: '5000',
  mostRows: '100000',
};

/**
 * DDL; each statement can be repeated. `every`: rows between two marks; null derives it from the size of the table.
 * `schemas`: those in which functions look up names, as SQL.
 */
export function installStatements(
  sort: MarkedSort,
  every: number | null,
  schemas: string,
): readonly RawBuilder<unknown>[] {
  const name = nameOf(sort);
  const [marks, changes, key] = [name, `${name}_changes`, `${name}_key`].map(quoted);
  const values = placeholdersOf(sort, schemas);
  const table = `select rowhouse_relation(source) from rowhouse_page_marks where name = '${name}'`;

  return [
    ...partitionFunctions(schemas),
    ...sharedStatements(schemas),
    sqlProgram(import.meta.url, 'require_not_null', values),
    sql.raw(
      `create table if not exists ${marks} as select ${keysOf(sort)}, 0::bigint as rowhouse_rows from ${sourceOf(sort)} with no data`,
    ),
    sql.raw(`create unique index if not exists ${key} on ${marks} (${keysOf(sort)})`),
    sql.raw(`create table if not exists ${changes} as
      select ${keysOf(sort)}, 0::bigint as rowhouse_delta, 0::bigint as rowhouse_id from ${sourceOf(sort)} with no data`),
    sqlProgram(import.meta.url, 'number_changes', values),
    sqlProgram(import.meta.url, 'record', { ...values, mostRecords: String(mostRecords) }),
    sqlProgram(import.meta.url, 'total', { ...values, mostPending: String(mostPending) }),
    sqlProgram(import.meta.url, 'place', values),
    sqlProgram(import.meta.url, 'keep', { ...values, ...keepLimits }),
    sql`insert into rowhouse_page_marks (name, source, every, chosen) values (${name}, ${sort.table}, ${every ?? 0}, ${every !== null})
      on conflict (name) do update set parts = null, is_complete = false, every = excluded.every, chosen = excluded.chosen`,
    sql`select rowhouse_follow_marks(${sort.table})`,
    permitOnly(
      [
        `${functionOf(name, 'total')}()`,
        `${functionOf(name, 'place')}(bigint, bigint, boolean)`,
        `${functionOf(name, 'keep')}(boolean)`,
      ],
      'SELECT',
      table,
    ),
    permitOnly([`${functionOf(name, 'record')}()`], 'TRIGGER', table),
  ];
}

/*
 * `parts` are the partitions for which the marks are valid, see rowhouse_parts; null while none are. `first_rows`: rows
 * before the first mark.
 */
const sharedStatements = (schemas: string): readonly RawBuilder<unknown>[] => [
  sql`create table if not exists rowhouse_page_marks (
    name text primary key,
    source text not null,
    every bigint not null,
    chosen boolean not null,
    parts numeric,
    first_rows bigint not null default 0,
    is_complete boolean not null default false
  )`,
  ...[
    'rowhouse_marked_parts',
    'rowhouse_follow_marks',
    'rowhouse_drop_mark_triggers',
    'rowhouse_unfollow_marks',
  ].map((name) => sqlProgram(import.meta.url, name, { schemas })),
];

export function removeStatements(sort: MarkedSort): readonly RawBuilder<unknown>[] {
  const name = nameOf(sort);

  return [
    sqlProgram(import.meta.url, 'remove', { name }),
    // Its functions stay: processes that do not know yet may call them, and find no marks.
    sql.raw(`drop table if exists ${quoted(name)}, ${quoted(`${name}_changes`)}`),
  ];
}
