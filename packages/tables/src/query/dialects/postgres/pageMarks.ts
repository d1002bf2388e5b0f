import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MarkedPage, MarkedPlace, MarkedSort, PageMarks } from '../PageMarks.ts';
import { permitOnly } from './functionRights.ts';
import { functionOf, type MarkNames, nameOf, namesOf, quoted } from './pageMarkNames.ts';
import { keepFunction } from './pageMarksKeep.ts';
import { recordFunction, sharedStatements } from './pageMarksRecords.ts';
import { partFunctions } from './rowCountParts.ts';

/** Records above which a page is found as fast without marks, until they are folded. */
const mostPending = 200_000;

export const pageMarks: PageMarks = { nameOf, install, remove, total, place, keep };

function install(sort: MarkedSort, every: number | null, schemas: string): readonly RawBuilder<unknown>[] {
  const names = namesOf(sort);
  const name = nameOf(sort);
  const table = `select rowhouse_relation(source) from rowhouse_page_marks where name = ${names.literal}`;
  const { marks, changes, source, list } = names;

  return [
    ...partFunctions(schemas),
    ...sharedStatements(schemas),
    sql`do $block$ begin
      if exists (
        select from unnest(${sql.lit(`{${sort.columns.map(quoted).join(',')}}`)}::text[]) as named (name)
        where not exists (
          select from pg_attribute where attrelid = ${sql.lit(source)}::regclass and attname = named.name and attnotnull
        )
      ) then
        raise exception 'Page marks need columns that are NOT NULL.';
      end if;
    end $block$`,
    sql.raw(
      `create table if not exists ${marks} as select ${list()}, 0::bigint as rowhouse_rows from ${source} with no data`,
    ),
    sql.raw(`create unique index if not exists ${marks.replace(/"$/, '_key"')} on ${marks} (${list()})`),
    sql.raw(`create table if not exists ${changes} as
      select ${list()}, 0::bigint as rowhouse_delta, 0::bigint as rowhouse_id from ${source} with no data`),
    sql.raw(`do $block$ begin
      alter table ${changes} alter column rowhouse_id set not null, alter column rowhouse_id add generated always as identity, add primary key (rowhouse_id);
    exception when object_not_in_prerequisite_state or invalid_table_definition then null;
    end $block$`),
    ...recordFunction(names, schemas),
    ...readFunctions(names, schemas),
    keepFunction(names, schemas),
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

function remove(sort: MarkedSort): readonly RawBuilder<unknown>[] {
  const { marks, changes } = namesOf(sort);
  const name = nameOf(sort);

  return [
    sql`do $block$ begin
      if to_regclass('rowhouse_page_marks') is not null then
        -- Locked before the table, as by the function that sets marks: both would wait for each other otherwise.
        perform from rowhouse_page_marks where name = ${sql.lit(name)} for update;
        perform rowhouse_unfollow_marks(${sql.lit(name)});
        delete from rowhouse_page_marks where name = ${sql.lit(name)};
      end if;
    end $block$`,
    // Its functions stay: processes that do not know yet may call them, and find no marks.
    sql.raw(`drop table if exists ${marks}, ${changes}`),
  ];
}

/** Stable: they see the snapshot of the statement that calls them. Their plans are kept by the session. */
function readFunctions(
  { marks, changes, source, literal, sort }: MarkNames,
  schemas: string,
): readonly RawBuilder<unknown>[] {
  const name = nameOf(sort);
  const keys = sort.columns.map((_column, index) => `k${index + 1}`);
  const select = (alias: string) =>
    sort.columns.map((column, index) => `${alias}.${quoted(column)} as ${keys[index]}`).join(', ');
  const types = sort.columns
    .map((column, index) => `${keys[index]} ${source}.${quoted(column)}%type`)
    .join(', ');
  const order = keys.join(', ');

  return [
    sql.raw(`create or replace function ${functionOf(name, 'total')}() returns bigint
      language plpgsql stable security definer set search_path = ${schemas}, pg_temp as $function$
      #variable_conflict use_column
      declare
        kept rowhouse_page_marks;
        pending record;
      begin
        -- A snapshot that is older than the plan may miss a partition that the plan has.
        if current_setting('transaction_isolation') <> 'read committed' then
          return null;
        end if;
        select * into kept from rowhouse_page_marks as state where state.name = ${literal};
        if not coalesce(kept.is_complete, false) then
          return null;
        end if;
        select coalesce(sum(rowhouse_delta), 0) as rows, bool_or(rowhouse_delta is null) as is_reset, count(*) as records
          into pending from ${changes};
        if pending.is_reset or pending.records > ${mostPending} or kept.parts is distinct from rowhouse_marked_parts(kept.source, kept.name) then
          return null;
        end if;
        return kept.first_rows + pending.rows + (select coalesce(sum(marks.rowhouse_rows), 0) from ${marks} as marks);
      end
      $function$`),
    // Of the marks at or before the first row, the last; downwards, of those after it, the first. `bound` is one behind the last row.
    sql.raw(`create or replace function ${functionOf(name, 'place')}(start bigint, length bigint, is_downwards boolean)
      returns table (${types}, bound ${source}.${quoted(sort.columns[0] ?? '')}%type, skip bigint)
      language plpgsql stable security definer rows 1 set search_path = ${schemas}, pg_temp as $function$
      #variable_conflict use_column
      declare
        rows_before_first bigint;
      begin
        select first_rows into rows_before_first from rowhouse_page_marks as state where state.name = ${literal};
        if not found then
          return;
        end if;
        return query
          with entries as (
            select ${select('m')}, m.rowhouse_rows as delta, true as is_mark from ${marks} as m
            union all
            select ${select('p')}, p.rowhouse_delta, false from ${changes} as p where p.rowhouse_delta is not null
          ), summed as (
            -- A change of the same key is one after the mark.
            select ${order}, is_mark, rows_before_first + coalesce(sum(delta) over (
              order by ${order}, is_mark desc rows between unbounded preceding and 1 preceding), 0)::bigint as before,
              rows_before_first + sum(delta) over ()::bigint as total
            from entries
          ), first as (
            select ${order}, case when is_downwards then before - (total - start) else start - before end as past
            from summed where is_mark
          ), behind as (
            select k1 as bound, case when is_downwards then total - before else before end as reached
            from summed where is_mark
          )
          select ${order}, bound, past
          from (
            select * from first where past >= 0 order by past, ${keys.map((key) => `${key} desc`).join(', ')} limit 1
          ) as first
          cross join (
            select bound from behind where reached >= start + length order by reached limit 1
          ) as behind;
      end
      $function$`),
  ];
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
