import { sqlProgram } from '@rowhouse/drivers';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MarkedPage, MarkedPlace, MarkedSort, PageMarks } from '../PageMarks.ts';
import { permitOnly } from './functionRights.ts';
import { keysOf, nameOf, placeholdersOf, quoted, sourceOf } from './pageMarkNames.ts';
import { partFunctions } from './rowCountParts.ts';

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

export const pageMarks: PageMarks = { nameOf, install, remove, total, place, keep };

function install(sort: MarkedSort, every: number | null, schemas: string): readonly RawBuilder<unknown>[] {
  const name = nameOf(sort);
  const [marks, changes, key] = [name, `${name}_changes`, `${name}_key`].map(quoted);
  const values = placeholdersOf(sort, schemas);
  const table = `select rowhouse_relation(source) from rowhouse_page_marks where name = '${name}'`;

  return [
    ...partFunctions(schemas),
    ...sharedStatements(schemas),
    sqlProgram(import.meta.url, 'marks_require_not_null', values),
    sql.raw(
      `create table if not exists ${marks} as select ${keysOf(sort)}, 0::bigint as rowhouse_rows from ${sourceOf(sort)} with no data`,
    ),
    sql.raw(`create unique index if not exists ${key} on ${marks} (${keysOf(sort)})`),
    sql.raw(`create table if not exists ${changes} as
      select ${keysOf(sort)}, 0::bigint as rowhouse_delta, 0::bigint as rowhouse_id from ${sourceOf(sort)} with no data`),
    sqlProgram(import.meta.url, 'marks_number_changes', values),
    sqlProgram(import.meta.url, 'marks_record', { ...values, mostRecords: String(mostRecords) }),
    sqlProgram(import.meta.url, 'marks_total', { ...values, mostPending: String(mostPending) }),
    sqlProgram(import.meta.url, 'marks_place', values),
    sqlProgram(import.meta.url, 'marks_keep', { ...values, ...keepLimits }),
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

function remove(sort: MarkedSort): readonly RawBuilder<unknown>[] {
  const name = nameOf(sort);

  return [
    sqlProgram(import.meta.url, 'marks_remove', { name }),
    // Its functions stay: processes that do not know yet may call them, and find no marks.
    sql.raw(`drop table if exists ${quoted(name)}, ${quoted(`${name}_changes`)}`),
  ];
}

/** What a function of a sort is called. */
function functionOf(name: string, does: 'total' | 'place' | 'keep' | 'record'): string {
  return quoted(`${name}_${does}`);
}

function total(name: string, reading: RawBuilder<string | null> | null): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select concat(${sql.raw(functionOf(name, 'total'))}(), '/', ${reading ?? sql`null`}))`;
}

const alias = 'rowhousePlace';

function place(name: string, { start, length, direction }: MarkedPage): MarkedPlace {
  const isDownwards = direction === 'DESC';

  return {
    from: sql`${sql.raw(functionOf(name, 'place'))}(${sql.lit(start)}, ${sql.lit(length)}, ${sql.lit(isDownwards)}) as ${sql.id(alias)}`,
    skip: sql<number>`${sql.id(alias, 'skip')}`,
    condition: (columns) => condition(columns, isDownwards),
  };
}

/**
 * The first column also by itself: PostgreSQL leaves partitions out by that, and not by a row of columns. Between two bounds it
 * expects few rows; with one it would expect a third of the table, and compile the statement for that.
 */
function condition(columns: readonly Expression<unknown>[], isDownwards: boolean): Expression<SqlBool> {
  const [first] = columns;
  const key = (name: string) => sql.id(alias, name);
  const keys = sql.join(columns.map((_column, index) => key(`k${index + 1}`)));
  const row = sql.join(columns);

  return isDownwards
    ? sql<SqlBool>`(${first} <= ${key('k1')} and ${first} >= ${key('bound')} and (${row}) < (${keys}))`
    : sql<SqlBool>`(${first} >= ${key('k1')} and ${first} <= ${key('bound')} and (${row}) >= (${keys}))`;
}

function keep(name: string, waits: boolean): RawBuilder<{ readonly more: boolean }> {
  return sql`select ${sql.raw(functionOf(name, 'keep'))}(${sql.lit(waits)}) as more`;
}
