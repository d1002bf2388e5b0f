import { sql } from 'kysely';
import type { TextSearchColumn } from '../Dialect.ts';

/** Each table with the rows that the planner believes it to have, and its columns whose trigrams are indexed for all rows. */
export const textSearch = sql<TextSearchColumn>`
  select
    tables.relname as table_name,
    tables.reltuples::float8 as row_estimate,
    trigrams.attname as column_name
  from pg_class as tables
  left join lateral (
    select pg_attribute.attname
    from pg_index
    cross join lateral unnest(pg_index.indkey::int2[], pg_index.indclass::oid[]) as keys (attnum, opclass)
    join pg_opclass on pg_opclass.oid = keys.opclass and pg_opclass.opcname in ('gin_trgm_ops', 'gist_trgm_ops')
    join pg_attribute on pg_attribute.attrelid = tables.oid and pg_attribute.attnum = keys.attnum
    where pg_index.indrelid = tables.oid and pg_index.indisvalid and pg_index.indpred is null
  ) as trigrams on true
  where tables.relkind in ('r', 'p', 'm')
    and pg_table_is_visible(tables.oid)
    and tables.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;
