import { sqlProgram } from '@rowhouse/drivers/internal';
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
  return sqlProgram(import.meta.url, 'permit_only', {
    functions: functions.map((name) => `'${name}'`).join(', '),
    tables,
    privilege: sql.lit(privilege),
  });
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
