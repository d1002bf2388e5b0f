import { sql } from 'kysely';
import type { IndexColumn } from '../Dialect.ts';

/** Indexes of the current database; those with an expression have a nameless column and are left out. */
export const indexColumns = sql<IndexColumn>`
  select
    table_name as table_name,
    index_name as index_name,
    1 - non_unique as is_unique,
    column_name as column_name
  from information_schema.statistics as entries
  where table_schema = database()
    and index_type = 'BTREE'
    and not exists (
      select 1 from information_schema.statistics as nameless
      where nameless.table_schema = entries.table_schema
        and nameless.table_name = entries.table_name
        and nameless.index_name = entries.index_name
        and nameless.column_name is null
    )
  order by table_name, index_name, seq_in_index`;
