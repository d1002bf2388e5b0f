import { sql } from 'kysely';
import type { IndexColumn } from '../Dialect.ts';

/** B-tree indexes without a condition or expression, of the tables that are found without naming a schema. */
export const indexColumns = sql<IndexColumn>`
  select
    tables.relname as table_name,
    indexes.relname as index_name,
    pg_index.indisunique::int as is_unique,
    pg_attribute.attname as column_name
  from pg_index
  join pg_class as tables on tables.oid = pg_index.indrelid
  join pg_class as indexes on indexes.oid = pg_index.indexrelid
  join pg_am on pg_am.oid = indexes.relam and pg_am.amname = 'btree'
  cross join lateral unnest(pg_index.indkey::int2[]) with ordinality as keys (attnum, position)
  join pg_attribute on pg_attribute.attrelid = tables.oid and pg_attribute.attnum = keys.attnum
  where pg_index.indisvalid
    and pg_index.indpred is null
    and pg_index.indexprs is null
    and keys.position <= pg_index.indnkeyatts
    and pg_table_is_visible(tables.oid)
    and tables.relnamespace <> 'pg_catalog'::regnamespace
  order by tables.relname, indexes.relname, keys.position`;
