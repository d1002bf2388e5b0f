import { sql } from 'kysely';
import type {
  CatalogueColumnRow,
  CatalogueQueries,
  CatalogueTableRow,
  IndexColumnRow,
  KeyRow,
  NamedTable,
  TableVersionRow,
} from '../CatalogueQueries.ts';

/* The tables of all attached databases, of which there are few: no separate query per schema. */
const tables = sql`(
  select
    list.schema, list.name, list.type, list.wr,
    row_number() over (
      partition by list.name order by case list.schema when 'temp' then -1 else coalesce(files.seq, 0) end
    ) = 1 as is_visible
  from pragma_table_list as list
  left join pragma_database_list as files on files.name = list.schema
  where list.name not like 'sqlite\\_%' escape '\\'
) as tables`;

/** A single unreadable view makes the statement for all columns fail. */
export function tablesBut(broken: readonly NamedTable[]) {
  if (broken.length === 0) return tables;

  const names = broken.map(({ schema, name }) => sql`(${schema}, ${name})`);

  return sql`(select * from ${tables} where (schema, name) not in (values ${sql.join(names)})) as tables`;
}

export const catalogue: CatalogueQueries = {
  tables: () => sql<CatalogueTableRow>`
    select
      schema as schema_name,
      name as table_name,
      is_visible,
      type = 'view' as is_view,
      null as row_estimate
    from ${tables}
    order by schema, name`,

  columns: (_schemas, broken = []) => sql<CatalogueColumnRow>`
    select
      tables.schema as schema_name,
      tables.name as table_name,
      columns.name as column_name,
      columns.type as data_type,
      columns."notnull" = 0 and not (columns.pk > 0 and tables.wr) as is_nullable,
      null as collation_name
    from ${tablesBut(broken)} join pragma_table_xinfo(tables.name, tables.schema) as columns
    where columns.hidden <> 1
    order by tables.schema, tables.name, columns.cid`,

  /** Includes a primary key that is the rowid, which has no index of its own. */
  indexColumns: () => sql<IndexColumnRow>`
    select schema_name, table_name, index_name, is_unique, column_name from (
      select
        tables.schema as schema_name,
        tables.name as table_name,
        indexes.name as index_name,
        indexes."unique" as is_unique,
        columns.name as column_name,
        columns.seqno as position
      from ${tables}
      join pragma_index_list(tables.name, tables.schema) as indexes
      join pragma_index_info(indexes.name, tables.schema) as columns
      where tables.type = 'table'
        and indexes.partial = 0
        and not exists (select 1 from pragma_index_info(indexes.name, tables.schema) where name is null)
      union all
      select tables.schema, tables.name, 'rowid', 1, columns.name, 0
      from ${tables}
      join pragma_table_xinfo(tables.name, tables.schema) as columns
      where tables.type = 'table'
        and columns.pk = 1
        and (select count(*) from pragma_table_xinfo(tables.name, tables.schema) where pk > 0) = 1
    )
    order by schema_name, table_name, index_name, position`,

  /** Only enforced on connections that enable it, and other connections are unknown. */
  foreignKeys: null,

  keys: () => sql<KeyRow>`
    select schema_name, table_name, key_name, column_name, target_schema, target_table, target_column, delete_rule from (
      select tables.schema as schema_name, tables.name as table_name, 'primary' as key_name, columns.name as column_name,
        null as target_schema, null as target_table, null as target_column, null as delete_rule,
        columns.pk as position
      from ${tablesBut([])} join pragma_table_info(tables.name, tables.schema) as columns
      where tables.type = 'table' and columns.pk > 0
      union all
      select tables.schema, tables.name, 'foreign ' || keys.id, keys."from", tables.schema, keys."table",
        coalesce(keys."to", (
          select name from pragma_table_info(keys."table", tables.schema) as target where target.pk = keys.seq + 1
        )),
        case when (select foreign_keys from pragma_foreign_keys) = 1 then
          case keys.on_delete when 'CASCADE' then 'cascade' when 'SET NULL' then 'setNull'
            when 'SET DEFAULT' then 'setDefault' else 'restrict' end
        end, keys.seq
      from ${tablesBut([])} join pragma_foreign_key_list(tables.name, tables.schema) as keys
      where tables.type = 'table'
    )
    order by schema_name, table_name, key_name, position`,

  textColumns: null,

  viewProbe: ({ schema, name }) => sql`select count(*) from pragma_table_info(${name}, ${schema})`,

  versions: (named) =>
    sql<TableVersionRow>`${sql.join(
      [...Map.groupBy(named, ({ schema }) => schema)].map(
        ([schema, ofSchema]) => sql`
          select ${schema} as schema_name, tbl_name as table_name,
            group_concat(type || ':' || name || ':' || coalesce(sql, ''), char(10)) as version
          from ${sql.id(schema, 'sqlite_schema')}
          where tbl_name in (${sql.join(ofSchema.map(({ name }) => name))})
          group by tbl_name`,
      ),
      sql` union all `,
    )}`,
};
