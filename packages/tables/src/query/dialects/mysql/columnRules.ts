import { sql } from 'kysely';
import type { CheckRow, ColumnRulesRow, NamedTable } from '../CatalogueQueries.ts';

/** MariaDB writes a default of null as the text NULL. */
export function columns({ schema, name }: NamedTable) {
  return sql<ColumnRulesRow>`
    select
      column_name as column_name,
      nullif(column_default, 'NULL') as default_text,
      extra like '%auto_increment%' or coalesce(column_default, 'NULL') <> 'NULL' as has_default,
      extra like '%auto_increment%' as is_automatic,
      extra like '%GENERATED%' and extra not like '%DEFAULT_GENERATED%' as is_generated,
      exists (
        select 1 from information_schema.triggers
        where event_object_schema = ${schema} and event_object_table = ${name}
          and event_manipulation = 'INSERT' and action_timing = 'BEFORE'
      ) as may_be_triggered,
      column_type as full_type,
      null as choices
    from information_schema.columns
    where table_schema = ${schema} and table_name = ${name}
    order by ordinal_position`;
}

/** The schema of MariaDB has the table of a check, that of MySQL has not; the statement has all of them. */
export function checks({ schema, name }: NamedTable) {
  return sql<CheckRow>`show create table ${sql.id(schema, name)}`;
}
