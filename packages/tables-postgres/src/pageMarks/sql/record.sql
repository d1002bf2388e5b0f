-- Records the keys themselves rather than the marks that they belong to, so that marks may be set at any time: a writer
-- that does not see them yet records the same.
create or replace function "{{name}}_record"() returns trigger
      language plpgsql security definer set search_path = {{schemas}}, pg_temp as $function$
      #variable_conflict use_column
      declare
        changed bigint := 0;
      begin
        -- A partition that is detached has its triggers still. Its ancestors are not read in the statement's snapshot,
        -- which may be older than an ATTACH.
        if tg_relid <> rowhouse_relation({{table}}) and not exists (
          select from pg_partition_ancestors(tg_relid) where relid = rowhouse_relation({{table}})
        ) then
          return null;
        end if;
        if tg_op = 'INSERT' then
          select count(*) into changed from created_rows;
        elsif tg_op = 'DELETE' then
          select count(*) into changed from deleted_rows;
        end if;
        if tg_op = 'TRUNCATE' or changed > {{mostRecords}} then
          insert into "{{name}}_changes" (rowhouse_delta) values (null);
        elsif tg_op = 'INSERT' then
          insert into "{{name}}_changes" ({{keys}}, rowhouse_delta) select {{keys}}, 1 from created_rows;
        elsif tg_op = 'DELETE' then
          insert into "{{name}}_changes" ({{keys}}, rowhouse_delta) select {{keys}}, -1 from deleted_rows;
        else
          insert into "{{name}}_changes" ({{keys}}, rowhouse_delta)
            select {{keys}}, sum(rowhouse_delta) from (
              select {{keys}}, 1 as rowhouse_delta from created_rows union all select {{keys}}, -1 from deleted_rows
            ) as moved
            group by {{keys}} having sum(rowhouse_delta) <> 0;
        end if;
        return null;
      end
      $function$
