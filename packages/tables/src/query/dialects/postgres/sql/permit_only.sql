-- Takes functions with the rights of their owner away from PUBLIC, and gives them to the roles that have a privilege on one of
-- some tables or on their columns.
do $block$
    declare
      permitted regprocedure;
      role text;
    begin
      foreach permitted in array array[{{functions}}]::regprocedure[] loop
        execute format('revoke execute on function %s from public', permitted);
        for role in
          select distinct case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end
          from pg_class
          cross join lateral (
            select * from aclexplode(coalesce(relacl, acldefault('r', relowner)))
            union all
            select granted.* from pg_attribute cross join lateral aclexplode(attacl) as granted where attrelid = pg_class.oid
          ) as granted
          where pg_class.oid in ({{tables}}) and privilege_type = {{privilege}}
        loop
          execute format('grant execute on function %s to %s', permitted, role);
        end loop;
      end loop;
    end $block$
