-- Of the marks at or before the first row, the last; downwards, of those after it, the first. `bound` is one behind the last row.
-- Stable: it sees the snapshot of the statement that calls it. Its plan is kept by the session.
create or replace function "{{name}}_place"(start bigint, length bigint, is_downwards boolean)
      returns table ({{types}}, bound {{source}}.{{firstKey}}%type, skip bigint)
      language plpgsql stable security definer rows 1 set search_path = {{schemas}}, pg_temp as $function$
      #variable_conflict use_column
      declare
        rows_before_first bigint;
      begin
        select first_rows into rows_before_first from rowhouse_page_marks as state where state.name = '{{name}}';
        if not found then
          return;
        end if;
        return query
          with entries as (
            select {{numberedKeys m}}, m.rowhouse_rows as delta, true as is_mark from "{{name}}" as m
            union all
            select {{numberedKeys p}}, p.rowhouse_delta, false from "{{name}}_changes" as p where p.rowhouse_delta is not null
          ), summed as (
            -- A change of the same key is one after the mark.
            select {{numbers}}, is_mark, rows_before_first + coalesce(sum(delta) over (
              order by {{numbers}}, is_mark desc rows between unbounded preceding and 1 preceding), 0)::bigint as before,
              rows_before_first + sum(delta) over ()::bigint as total
            from entries
          ), first as (
            select {{numbers}}, case when is_downwards then before - (total - start) else start - before end as past
            from summed where is_mark
          ), behind as (
            select k1 as bound, case when is_downwards then total - before else before end as reached
            from summed where is_mark
          )
          select {{numbers}}, bound, past
          from (
            select * from first where past >= 0 order by past, {{numbers desc}} limit 1
          ) as first
          cross join (
            select bound from behind where reached >= start + length order by reached limit 1
          ) as behind;
      end
      $function$
