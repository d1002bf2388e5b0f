import { type RawBuilder, sql } from 'kysely';
import { functionOf, type MarkNames } from './pageMarkNames.ts';

/** Records folded, and marks changed, in one call, so that its transaction stays short. */
const batch = 5000;
const most = 20;
/** Marks of a table, about, and the rows between two of them. */
const marksOfTable = 4000;
const [fewestRows, mostRows] = [5000, 100_000];

/**
 * Every number of rows that is written to a mark comes from one statement that counts rows and the records of their keys
 * in one snapshot, and is the difference of both; so with the records of any later snapshot it is right again. Only the
 * holder of the lock on the row of rowhouse_page_marks changes marks or removes records.
 *
 * While marks are being set, the last one stands for the rest of the table, whose rows are not counted yet: what is folded
 * into it is overwritten.
 */
export function keepFunction(names: MarkNames, schemas: string): RawBuilder<unknown> {
  const { literal } = names;
  const name = literal.slice(1, -1);

  return sql.raw(`create or replace function ${functionOf(name, 'keep')}(waits boolean) returns boolean
    language plpgsql security definer set search_path = ${schemas}, pg_temp
    -- The index is right however few rows PostgreSQL expects; what it then expects to cost a lot is not worth compiling.
    set enable_seqscan = off set enable_sort = off set jit = off as $function$
    #variable_conflict use_column
    declare
      state rowhouse_page_marks;
      present numeric;
      folded bigint;
      changed boolean;
    begin
      if waits then
        perform from rowhouse_page_marks as kept where kept.name = ${literal} for update;
      end if;
      select * into state from rowhouse_page_marks as kept where kept.name = ${literal} for update skip locked;
      if not found then
        return false;
      end if;
      present := rowhouse_marked_parts(state.source, state.name);
      if present is null then
        return false;
      end if;
      if state.parts is distinct from present or exists (select from ${names.changes} as c where c.rowhouse_delta is null) then
        ${startAgain(names)}
      end if;
      ${fold(names)}
      for turn in 1..${most} loop
        if not state.is_complete then
          ${setNext(names)}
        else
          ${setFirst(names)}
          ${split(names)}
          ${merge(names)}
        end if;
        exit when not changed;
      end loop;
      return changed or folded = ${batch};
    end
    $function$`);
}

function startAgain(names: MarkNames): string {
  const { marks, changes, source, list, literal } = names;

  return `delete from ${changes};
      delete from ${marks};
      if not state.chosen then
        select least(${mostRows}, greatest(${fewestRows}, sum(greatest(reltuples, 0)) / ${marksOfTable}))::bigint into state.every
          from pg_class where relkind = 'r' and (
            oid = rowhouse_relation(state.source) or oid in (select part from rowhouse_parts(array[state.source]))
          );
      end if;
      with first as materialized (
        select ${list('s')} from ${source} as s order by ${list('s')} limit 1
      ), set_mark as (
        insert into ${marks} (${list()}, rowhouse_rows) select ${list('first')}, 0 from first
      )
      update rowhouse_page_marks as kept
      set parts = present, every = state.every, is_complete = not exists (select from first),
        first_rows = -(select coalesce(sum(c.rowhouse_delta), 0) from ${changes} as c
          where not exists (select from first) or (${list('c')}) < (select ${list('first')} from first))
      where kept.name = ${literal};
      select * into state from rowhouse_page_marks as kept where kept.name = ${literal};`;
}

function fold(names: MarkNames): string {
  const { marks, changes, list, downwards, literal } = names;

  return `with removed as (
      delete from ${changes} as c where c.rowhouse_id in (
        select o.rowhouse_id from ${changes} as o where o.rowhouse_delta is not null order by o.rowhouse_id limit ${batch}
      )
      returning c.*
    ), found as (
      select r.rowhouse_delta as delta, (select m.ctid from ${marks} as m where (${list('m')}) <= (${list('r')})
        order by ${downwards('m')} limit 1) as mark
      from removed as r
    ), summed as (
      select mark, sum(delta) as delta from found group by mark
    ), added as (
      update ${marks} as m set rowhouse_rows = m.rowhouse_rows + summed.delta
      from summed where m.ctid = summed.mark and summed.delta <> 0
    ), before_first as (
      update rowhouse_page_marks as kept set first_rows = kept.first_rows + summed.delta
      from summed where summed.mark is null and kept.name = ${literal}
    )
    select count(*) into folded from found;`;
}

/** The last mark gets its rows; the next one is set after them. */
function setNext(names: MarkNames): string {
  const { marks, changes, source, list, downwards, literal } = names;

  return `with last as materialized (
          select ${list('m')} from ${marks} as m order by ${downwards('m')} limit 1
        ), next as materialized (
          select ${list('s')} from ${source} as s
          where ${atOrAfter(names, 's', 'last')}
          order by ${list('s')} offset state.every limit 1
        ), counted as materialized (
          select case when exists (select from next) then state.every
            else (select count(*) from ${source} as s where ${atOrAfter(names, 's', 'last')}) end as counted_rows
        ), pending as materialized (
          select coalesce(sum(c.rowhouse_delta), 0) as pending_rows from ${changes} as c
          where ${atOrAfter(names, 'c', 'last')} and ${beforeNext(names, 'c')}
        ), set_mark as (
          insert into ${marks} (${list()}, rowhouse_rows) select ${list('next')}, 0 from next
        ), set_rows as (
          update ${marks} as m set rowhouse_rows = counted_rows - pending_rows from counted, pending
          where (${list('m')}) = (select ${list('last')} from last)
        )
        select exists (select from next) into changed;
        if not changed then
          update rowhouse_page_marks as kept set is_complete = true where kept.name = ${literal};
          state.is_complete := true;
          changed := true;
        end if;`;
}

/** Where many rows came before the first mark, there is a new first one. */
function setFirst(names: MarkNames): string {
  const { marks, changes, source, list, literal } = names;

  return `with first as materialized (
          select ${list('s')} from ${source} as s
          where exists (
            select from rowhouse_page_marks as kept where kept.name = ${literal} and kept.first_rows > 2 * state.every
          )
          order by ${list('s')} limit 1
        ), pending as materialized (
          select coalesce(sum(c.rowhouse_delta), 0) as pending_rows from ${changes} as c
          where (${list('c')}) < (select ${list('first')} from first)
        ), set_mark as (
          insert into ${marks} (${list()}, rowhouse_rows)
          select ${list('first')}, kept.first_rows + pending_rows from first, pending, rowhouse_page_marks as kept
          where kept.name = ${literal}
            and not exists (select from ${marks} as m where (${list('m')}) <= (${list('first')}))
          returning 1
        )
        update rowhouse_page_marks as kept set first_rows = -pending_rows from pending
        where kept.name = ${literal} and exists (select from set_mark);
        changed := found;`;
}

/** Of a mark before too many rows, such as the last one where rows are added at the end. */
function split(names: MarkNames): string {
  const { marks, changes, source, list } = names;

  return `with large as materialized (
          select ${list('m')}, m.rowhouse_rows from ${marks} as m
          where m.rowhouse_rows > 2 * state.every order by m.rowhouse_rows desc limit 1
        ), next as materialized (
          select ${list('s')} from ${source} as s
          where ${atOrAfter(names, 's', 'large')}
          order by ${list('s')} offset state.every limit 1
        ), pending as materialized (
          select coalesce(sum(c.rowhouse_delta), 0) as pending_rows from ${changes} as c
          where ${atOrAfter(names, 'c', 'large')} and ${beforeNext(names, 'c')}
        ), set_mark as (
          insert into ${marks} (${list()}, rowhouse_rows)
          select ${list('next')}, large.rowhouse_rows - (state.every - pending_rows) from next, large, pending
          -- Not where it would be after the following mark, because many rows were deleted meanwhile.
          where not exists (
            select from ${marks} as m where (${list('m')}) > (${list('large')}) and (${list('m')}) <= (${list('next')})
          )
          returning 1
        ), set_rows as (
          update ${marks} as m set rowhouse_rows = state.every - pending_rows from pending
          where (${list('m')}) = (select ${list('large')} from large) and exists (select from set_mark)
        )
        select changed or exists (select from set_mark) into changed;`;
}

/** A mark before few rows is removed; they are added to the one before it. */
function merge(names: MarkNames): string {
  const { marks, list, downwards } = names;

  return `with small as materialized (
          select m.ctid as small_mark, m.rowhouse_rows as small_rows, before.mark from ${marks} as m
          cross join lateral (
            select b.ctid as mark, b.rowhouse_rows from ${marks} as b where (${list('b')}) < (${list('m')})
            order by ${downwards('b')} limit 1
          ) as before
          where m.rowhouse_rows < state.every / 4 and m.rowhouse_rows + before.rowhouse_rows <= state.every
          limit 1
        ), added as (
          update ${marks} as m set rowhouse_rows = m.rowhouse_rows + small_rows from small where m.ctid = small.mark
        ), removed as (
          delete from ${marks} as m using small where m.ctid = small_mark returning 1
        )
        select changed or exists (select from removed) into changed;`;
}

/** The first column also by itself, by which PostgreSQL leaves partitions out. */
function atOrAfter(names: MarkNames, alias: string, mark: string): string {
  const keys = names
    .list(mark)
    .split(', ')
    .map((key) => `(select ${key} from ${mark})`);
  const [first] = names.list(alias).split(', ');

  return `${alias === 'c' ? '' : `${first} >= ${keys[0]} and `}(${names.list(alias)}) >= (${keys.join(', ')})`;
}

function beforeNext(names: MarkNames, alias: string): string {
  return `(not exists (select from next) or (${names.list(alias)}) < (select ${names.list('next')} from next))`;
}
