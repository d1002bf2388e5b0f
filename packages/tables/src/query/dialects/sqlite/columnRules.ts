import { sql } from 'kysely';
import type { CheckRow, ColumnRulesRow, NamedTable } from '../CatalogueQueries.ts';

/** A primary key of type INTEGER is the number of the row, which SQLite chooses. Its triggers cannot change the row. */
export function columns({ schema, name }: NamedTable) {
  const isRowNumber = sql`(columns.pk = 1 and lower(columns.type) = 'integer' and not list.wr
    and (select count(*) from pragma_table_xinfo(${name}, ${schema}) where pk > 0) = 1)`;

  return sql<ColumnRulesRow>`
    select
      columns.name as column_name,
      columns.dflt_value as default_text,
      ${isRowNumber} or columns.dflt_value is not null as has_default,
      ${isRowNumber} as is_automatic,
      columns.hidden in (2, 3) as is_generated,
      false as may_be_triggered,
      columns.type as full_type,
      null as choices
    from pragma_table_xinfo(${name}, ${schema}) as columns
    join pragma_table_list as list on list.schema = ${schema} and list.name = ${name}
    where columns.hidden <> 1
    order by columns.cid`;
}

export function checks({ schema, name }: NamedTable) {
  return sql<CheckRow>`select sql as definition from ${sql.id(schema, 'sqlite_schema')} where type = 'table' and name = ${name}`;
}
