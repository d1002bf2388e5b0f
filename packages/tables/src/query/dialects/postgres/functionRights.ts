import { type RawBuilder, sql } from 'kysely';

/**
 * The schemas in which installed functions look up names: those of the connection that installs them, as SQL. Functions
 * add `pg_temp` at the end. Where a search path leaves it out, PostgreSQL looks there first, even before its own catalogue:
 * the caller of a function that has its owner's rights could then replace what it reads and writes.
 */
export const functionSchemas = sql<{ readonly schemas: string }>`
  select string_agg(quote_ident(name), ', ' order by position) as schemas
  from unnest(current_schemas(false)) with ordinality as path (name, position) where name not like 'pg\\_temp%'`;

/**
 * Takes a function with its owner's rights away from PUBLIC, and gives it to the roles that have a privilege on one of
 * some tables or on their columns. `tables` selects their identifiers.
 */
export function permitOnly(
  functions: readonly string[],
  privilege: 'SELECT' | 'TRIGGER',
  tables: string,
): RawBuilder<unknown> {
  return sql.raw(`do $block$
    declare
      permitted regprocedure;
      role text;
    begin
      foreach permitted in array array[${functions.map((name) => `'${name}'`).join(', ')}]::regprocedure[] loop
        execute format('revoke execute on function %s from public', permitted);
        for role in
          select distinct case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end
          from pg_class
          cross join lateral (
            select * from aclexplode(coalesce(relacl, acldefault('r', relowner)))
            union all
            select granted.* from pg_attribute cross join lateral aclexplode(attacl) as granted where attrelid = pg_class.oid
          ) as granted
          where pg_class.oid in (${tables}) and privilege_type = '${privilege}'
        loop
          execute format('grant execute on function %s to %s', permitted, role);
        end loop;
      end loop;
    end $block$`);
}

/** Whether the role of this connection may use the counts or marks of a table of `pg_class`; true for other tables. */
export function mayUse(tables: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`case
    when ${tables}.relname = 'rowhouse_row_counts'
      then has_function_privilege(to_regprocedure('rowhouse_read_row_counts(text[])'), 'execute')
    when ${tables}.relname like 'rowhouse\\_marks\\_%'
      then has_function_privilege(
        to_regprocedure(quote_ident(${tables}.relname || '_place') || '(bigint, bigint, boolean)'), 'execute')
    else true
  end`;
}
