-- Refuses a sort by columns that may be null.
do $block$ begin
      if exists (
        select from unnest({{columns}}::text[]) as named (name)
        where not exists (
          select from pg_attribute where attrelid = {{sourceName}}::regclass and attname = named.name and attnotnull
        )
      ) then
        raise exception 'Page marks need columns that are NOT NULL.';
      end if;
    end $block$
