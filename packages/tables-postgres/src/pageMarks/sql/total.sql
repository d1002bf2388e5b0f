-- The number of rows in the table; null while the marks are not valid. Stable: it sees the snapshot of the statement that
-- calls it. Its plan is kept by the session.
create or replace function "{{name}}_total"() returns bigint
      language plpgsql stable security definer set search_path = {{schemas}}, pg_temp as $function$
      #variable_conflict use_column
      declare
        kept rowhouse_page_marks;
        pending record;
      begin
        -- A snapshot that is older than the plan may miss a partition that the plan has.
        if current_setting('transaction_isolation') <> 'read committed' then
          return null;
        end if;
        select * into kept from rowhouse_page_marks as state where state.name = '{{name}}';
        if not coalesce(kept.is_complete, false) then
          return null;
        end if;
        select coalesce(sum(rowhouse_delta), 0) as rows, bool_or(rowhouse_delta is null) as is_reset, count(*) as records
          into pending from "{{name}}_changes";
        if pending.is_reset or pending.records > {{mostPending}} or kept.parts is distinct from rowhouse_marked_parts(kept.source, kept.name) then
          return null;
        end if;
        return kept.first_rows + pending.rows + (select coalesce(sum(marks.rowhouse_rows), 0) from "{{name}}" as marks);
      end
      $function$
