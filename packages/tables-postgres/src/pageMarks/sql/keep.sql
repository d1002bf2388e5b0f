-- Every number of rows that is written to a mark comes from one statement that counts rows and the records of their keys
-- in one snapshot, and is the difference of both; so with the records of any later snapshot it is right again. Only the
-- holder of the lock on the row of rowhouse_page_marks changes marks or removes records.
--
-- While marks are being set, the last one stands for the rest of the table, whose rows are not counted yet: what is folded
-- into it is overwritten.
--
-- In this order:
--   starts again, if the partitions have changed or too many rows by one statement
--   folds recorded changes into the marks before them
--   until all marks are set: gives the last mark its rows, and sets the next one after them
--   after that: sets a new first mark where many rows came before it (`first`); splits a mark before too many rows, such as
--   the last one where rows are added at the end (`large`); removes a mark before few rows, and adds them to the one before
--   it (`small`)
create or replace function "{{name}}_keep"(waits boolean) returns boolean
    language plpgsql security definer set search_path = {{schemas}}, pg_temp
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
        perform from rowhouse_page_marks as kept where kept.name = '{{name}}' for update;
      end if;
      select * into state from rowhouse_page_marks as kept where kept.name = '{{name}}' for update skip locked;
      if not found then
        return false;
      end if;
      present := rowhouse_marked_parts(state.source, state.name);
      if present is null then
        return false;
      end if;
      if state.parts is distinct from present or exists (select from "{{name}}_changes" as c where c.rowhouse_delta is null) then
        delete from "{{name}}_changes";
      delete from "{{name}}";
      if not state.chosen then
        select least({{mostRows}}, greatest({{fewestRows}}, sum(greatest(reltuples, 0)) / {{marksOfTable}}))::bigint into state.every
          from pg_class where relkind = 'r' and (
            oid = rowhouse_relation(state.source) or oid in (select part from rowhouse_parts(array[state.source]))
          );
      end if;
      with first as materialized (
        select {{keys s}} from {{source}} as s order by {{keys s}} limit 1
      ), set_mark as (
        insert into "{{name}}" ({{keys}}, rowhouse_rows) select {{keys first}}, 0 from first
      )
      update rowhouse_page_marks as kept
      set parts = present, every = state.every, is_complete = not exists (select from first),
        first_rows = -(select coalesce(sum(c.rowhouse_delta), 0) from "{{name}}_changes" as c
          where not exists (select from first) or ({{keys c}}) < (select {{keys first}} from first))
      where kept.name = '{{name}}';
      select * into state from rowhouse_page_marks as kept where kept.name = '{{name}}';
      end if;
      with removed as (
      delete from "{{name}}_changes" as c where c.rowhouse_id in (
        select o.rowhouse_id from "{{name}}_changes" as o where o.rowhouse_delta is not null order by o.rowhouse_id limit {{batch}}
      )
      returning c.*
    ), found as (
      select r.rowhouse_delta as delta, (select m.ctid from "{{name}}" as m where ({{keys m}}) <= ({{keys r}})
        order by {{keys m desc}} limit 1) as mark
      from removed as r
    ), summed as (
      select mark, sum(delta) as delta from found group by mark
    ), added as (
      update "{{name}}" as m set rowhouse_rows = m.rowhouse_rows + summed.delta
      from summed where m.ctid = summed.mark and summed.delta <> 0
    ), before_first as (
      update rowhouse_page_marks as kept set first_rows = kept.first_rows + summed.delta
      from summed where summed.mark is null and kept.name = '{{name}}'
    )
    select count(*) into folded from found;
      for turn in 1..{{turns}} loop
        if not state.is_complete then
          with last as materialized (
          select {{keys m}} from "{{name}}" as m order by {{keys m desc}} limit 1
        ), next as materialized (
          select {{keys s}} from {{source}} as s
          where {{atOrAfter s last}}
          order by {{keys s}} offset state.every limit 1
        ), counted as materialized (
          select case when exists (select from next) then state.every
            else (select count(*) from {{source}} as s where {{atOrAfter s last}}) end as counted_rows
        ), pending as materialized (
          select coalesce(sum(c.rowhouse_delta), 0) as pending_rows from "{{name}}_changes" as c
          where {{atOrAfter c last}} and (not exists (select from next) or ({{keys c}}) < (select {{keys next}} from next))
        ), set_mark as (
          insert into "{{name}}" ({{keys}}, rowhouse_rows) select {{keys next}}, 0 from next
        ), set_rows as (
          update "{{name}}" as m set rowhouse_rows = counted_rows - pending_rows from counted, pending
          where ({{keys m}}) = (select {{keys last}} from last)
        )
        select exists (select from next) into changed;
        if not changed then
          update rowhouse_page_marks as kept set is_complete = true where kept.name = '{{name}}';
          state.is_complete := true;
          changed := true;
        end if;
        else
          with first as materialized (
          select {{keys s}} from {{source}} as s
          where exists (
            select from rowhouse_page_marks as kept where kept.name = '{{name}}' and kept.first_rows > 2 * state.every
          )
          order by {{keys s}} limit 1
        ), pending as materialized (
          select coalesce(sum(c.rowhouse_delta), 0) as pending_rows from "{{name}}_changes" as c
          where ({{keys c}}) < (select {{keys first}} from first)
        ), set_mark as (
          insert into "{{name}}" ({{keys}}, rowhouse_rows)
          select {{keys first}}, kept.first_rows + pending_rows from first, pending, rowhouse_page_marks as kept
          where kept.name = '{{name}}'
            and not exists (select from "{{name}}" as m where ({{keys m}}) <= ({{keys first}}))
          returning 1
        )
        update rowhouse_page_marks as kept set first_rows = -pending_rows from pending
        where kept.name = '{{name}}' and exists (select from set_mark);
        changed := found;
          with large as materialized (
          select {{keys m}}, m.rowhouse_rows from "{{name}}" as m
          where m.rowhouse_rows > 2 * state.every order by m.rowhouse_rows desc limit 1
        ), next as materialized (
          select {{keys s}} from {{source}} as s
          where {{atOrAfter s large}}
          order by {{keys s}} offset state.every limit 1
        ), pending as materialized (
          select coalesce(sum(c.rowhouse_delta), 0) as pending_rows from "{{name}}_changes" as c
          where {{atOrAfter c large}} and (not exists (select from next) or ({{keys c}}) < (select {{keys next}} from next))
        ), set_mark as (
          insert into "{{name}}" ({{keys}}, rowhouse_rows)
          select {{keys next}}, large.rowhouse_rows - (state.every - pending_rows) from next, large, pending
          -- Not where it would be after the following mark, because many rows were deleted meanwhile.
          where not exists (
            select from "{{name}}" as m where ({{keys m}}) > ({{keys large}}) and ({{keys m}}) <= ({{keys next}})
          )
          returning 1
        ), set_rows as (
          update "{{name}}" as m set rowhouse_rows = state.every - pending_rows from pending
          where ({{keys m}}) = (select {{keys large}} from large) and exists (select from set_mark)
        )
        select changed or exists (select from set_mark) into changed;
          with small as materialized (
          select m.ctid as small_mark, m.rowhouse_rows as small_rows, before.mark from "{{name}}" as m
          cross join lateral (
            select b.ctid as mark, b.rowhouse_rows from "{{name}}" as b where ({{keys b}}) < ({{keys m}})
            order by {{keys b desc}} limit 1
          ) as before
          where m.rowhouse_rows < state.every / 4 and m.rowhouse_rows + before.rowhouse_rows <= state.every
          limit 1
        ), added as (
          update "{{name}}" as m set rowhouse_rows = m.rowhouse_rows + small_rows from small where m.ctid = small.mark
        ), removed as (
          delete from "{{name}}" as m using small where m.ctid = small_mark returning 1
        )
        select changed or exists (select from removed) into changed;
        end if;
        exit when not changed;
      end loop;
      return changed or folded = {{batch}};
    end
    $function$
