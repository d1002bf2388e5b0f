import { sql } from 'kysely';
import type { IndexColumn } from '../Dialect.ts';

/** Indexes of the current database, without those of an expression, whose column has no name, or of the beginnings of texts. */
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
      select 1 from information_schema.statistics as others
      where others.table_schema = entries.table_schema
        and others.table_name = entries.table_name
        and others.index_name = entries.index_name
        and (others.column_name is null or others.sub_part is not null)
    )
  order by table_name, index_name, seq_in_index`;
