import { sql } from 'kysely';
import type { IndexColumn } from '../Dialect.ts';

/** Indexes without a condition or expression, and the primary key that is the rowid, which has no index of its own. */
export const indexColumns = sql<IndexColumn>`
  select table_name, index_name, is_unique, column_name from (
    select
      tables.name as table_name,
      indexes.name as index_name,
      indexes."unique" as is_unique,
      columns.name as column_name,
      columns.seqno as position
    from sqlite_master as tables
    join pragma_index_list(tables.name) as indexes
    join pragma_index_info(indexes.name) as columns
    where tables.type = 'table'
      and indexes.partial = 0
      and not exists (select 1 from pragma_index_info(indexes.name) where name is null)
    union all
    select tables.name, 'rowid', 1, columns.name, 0
    from sqlite_master as tables
    join pragma_table_info(tables.name) as columns
    where tables.type = 'table'
      and columns.pk = 1
      and (select count(*) from pragma_table_info(tables.name) where pk > 0) = 1
  )
  order by table_name, index_name, position`;
