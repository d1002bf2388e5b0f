import { type RawBuilder, sql } from 'kysely';
import type {
  CatalogueColumnRow,
  CatalogueQueries,
  CatalogueTableRow,
  ForeignKeyColumnRow,
  IndexColumnRow,
  KeyRow,
  TableColumnRow,
  TableVersionRow,
} from '../CatalogueQueries.ts';
import { mayUse } from './functionRights.ts';

/**
 * Every catalogue row of a table that its keys depend on, by the transaction that wrote it: a key that is dropped and
 * made again, or a trigger that is switched off and on, has another version. A subscription applies changes without
 * checking foreign keys.
 */
const version = sql<string>`md5(concat_ws(',', tables.oid, tables.relkind, tables.relrowsecurity,
  current_setting('session_replication_role'),
  (select string_agg(concat(indexrelid, ':', xmin), ',' order by indexrelid) from pg_index where indrelid = tables.oid),
  (select string_agg(concat(oid, ':', xmin), ',' order by oid) from pg_constraint where conrelid = tables.oid),
  (select string_agg(concat(oid, ':', xmin), ',' order by oid) from pg_trigger where tgrelid = tables.oid),
  (select string_agg(concat(attnum, ':', xmin), ',' order by attnum) from pg_attribute where attrelid = tables.oid),
  (select string_agg(inhrelid::text, ',' order by inhrelid) from pg_inherits where inhparent = tables.oid),
  (select string_agg(concat(srsubid, ':', xmin), ',' order by srsubid) from pg_subscription_rel where srrelid = tables.oid)
))`;

function isRead(schemas: readonly string[]): RawBuilder<boolean> {
  const isSystem = sql<boolean>`pg_namespace.nspname in ('pg_catalog', 'information_schema', 'pg_toast')`;
  const isNamed = sql<boolean>`pg_namespace.nspname = any (${[...schemas]}::text[])`;

  return sql`(not ${isSystem} and (pg_table_is_visible(tables.oid) or ${isNamed}) and ${mayUse(sql.id('tables'))})`;
}

/** Partitions of a partitioned table are in `pg_inherits`, too. */
function isInherited(alias: 'tables' | 'targets'): RawBuilder<boolean> {
  return sql`exists (select from pg_inherits where inhparent = ${sql.ref(`${alias}.oid`)})`;
}

/** Domain → the type that it restricts, also for domains of domains. */
export const domains = sql`domains as (
  with recursive parts as (
    select oid as domain, oid as part, typbasetype as base, typtypmod as modifier from pg_type where typtype = 'd'
    union all
    select domain, base, typbasetype, typtypmod from parts join pg_type on pg_type.oid = base where typtype = 'd'
  )
  select domain, part, base, modifier, bases.typtype as base_kind from parts join pg_type as bases on bases.oid = base
)`;

export const catalogue: CatalogueQueries = {
  tables: (schemas) => sql<CatalogueTableRow>`
    select
      pg_namespace.nspname as schema_name,
      tables.relname as table_name,
      pg_table_is_visible(tables.oid) as is_visible,
      tables.relkind in ('v', 'm') as is_view,
      tables.reltuples::float8 as row_estimate
    from pg_class as tables
    join pg_namespace on pg_namespace.oid = tables.relnamespace
    where tables.relkind in ('r', 'p', 'v', 'm', 'f') and ${isRead(schemas)}
    order by pg_namespace.nspname, tables.relname`,

  columns: (schemas) => sql<CatalogueColumnRow>`
    with ${domains}
    select
      pg_namespace.nspname as schema_name,
      tables.relname as table_name,
      pg_attribute.attname as column_name,
      pg_type.typname as data_type,
      case when domains.base_kind = 'e' then format('%I.%I', type_schemas.nspname, pg_type.typname) end as compared_as,
      not pg_attribute.attnotnull or exists (
        select from pg_constraint
        where conrelid = tables.oid and contype = 'n' and not convalidated and attnum = any (conkey)
      ) as is_nullable,
      concat(pg_attribute.attcollation, case when pg_type.typname in ('citext', 'bpchar') then pg_type.typname end)
        as collation_name
    from pg_class as tables
    join pg_namespace on pg_namespace.oid = tables.relnamespace
    join pg_attribute on pg_attribute.attrelid = tables.oid and attnum > 0 and not attisdropped
    left join domains on domains.domain = pg_attribute.atttypid and domains.base_kind <> 'd'
    join pg_type on pg_type.oid = coalesce(domains.base, pg_attribute.atttypid)
    join pg_namespace as type_schemas on type_schemas.oid = pg_type.typnamespace
    where tables.relkind in ('r', 'p', 'v', 'm', 'f') and ${isRead(schemas)}
    order by pg_namespace.nspname, tables.relname, attnum`,

  /** A deferred key may be violated within a transaction, and a key of a table does not hold for tables that inherit it. */
  indexColumns: (schemas) => sql<IndexColumnRow>`
    select
      pg_namespace.nspname as schema_name,
      tables.relname as table_name,
      indexes.relname as index_name,
      pg_index.indisunique and pg_index.indimmediate and not (tables.relkind = 'r' and ${isInherited('tables')})
        as is_unique,
      pg_attribute.attname as column_name
    from pg_index
    join pg_class as tables on tables.oid = pg_index.indrelid
    join pg_namespace on pg_namespace.oid = tables.relnamespace
    join pg_class as indexes on indexes.oid = pg_index.indexrelid
    join pg_am on pg_am.oid = indexes.relam and pg_am.amname = 'btree'
    cross join lateral unnest(pg_index.indkey::int2[]) with ordinality as keys (attnum, position)
    join pg_attribute on pg_attribute.attrelid = tables.oid and pg_attribute.attnum = keys.attnum
    where pg_index.indisvalid
      and pg_index.indpred is null
      and pg_index.indexprs is null
      and keys.position <= pg_index.indnkeyatts
      and ${isRead(schemas)}
    order by pg_namespace.nspname, tables.relname, indexes.relname, keys.position`,

  /**
   * Validated, never deferred, with all of its triggers on, between plain tables whose rows everybody sees. It is not
   * enforced for tables that inherit, and on a subscriber, and in this session if its role says so.
   */
  foreignKeys: (schemas) => sql<ForeignKeyColumnRow>`
    select
      pg_namespace.nspname as schema_name,
      tables.relname as table_name,
      pg_constraint.oid::text as key_name,
      own.attname as column_name,
      target_schemas.nspname as target_schema,
      targets.relname as target_table,
      target.attname as target_column
    from pg_constraint
    join pg_class as tables on tables.oid = pg_constraint.conrelid
    join pg_namespace on pg_namespace.oid = tables.relnamespace
    join pg_class as targets on targets.oid = pg_constraint.confrelid
    join pg_namespace as target_schemas on target_schemas.oid = targets.relnamespace
    cross join lateral unnest(pg_constraint.conkey, pg_constraint.confkey) with ordinality
      as keys (attnum, target_attnum, position)
    join pg_attribute as own on own.attrelid = tables.oid and own.attnum = keys.attnum
    join pg_attribute as target on target.attrelid = targets.oid and target.attnum = keys.target_attnum
    where pg_constraint.contype = 'f'
      and pg_constraint.convalidated
      and not pg_constraint.condeferrable
      and not exists (select from pg_trigger where tgconstraint = pg_constraint.oid and tgenabled not in ('O', 'A'))
      and tables.relkind = 'r' and not ${isInherited('tables')}
      and targets.relkind = 'r' and not ${isInherited('targets')} and not targets.relrowsecurity
      and not exists (select from pg_subscription_rel where srrelid in (tables.oid, targets.oid))
      and current_setting('session_replication_role') <> 'replica'
      and ${isRead(schemas)}
    order by pg_namespace.nspname, tables.relname, pg_constraint.oid, keys.position`,

  keys: (schemas) => sql<KeyRow>`
    select own_schema.nspname as schema_name, tables.relname as table_name, conname as key_name,
      own.attname as column_name, target_schema.nspname as target_schema, target.relname as target_table,
      other.attname as target_column,
      case when contype = 'f' and conparentid = 0 then
        case confdeltype when 'c' then 'cascade' when 'n' then 'setNull' when 'd' then 'setDefault' else 'restrict' end
      end as delete_rule
    from pg_constraint
    join pg_class as tables on tables.oid = conrelid
    join pg_namespace as own_schema on own_schema.oid = tables.relnamespace
    cross join lateral unnest(conkey) with ordinality as parts (attnum, position)
    join pg_attribute as own on own.attrelid = conrelid and own.attnum = parts.attnum
    left join pg_class as target on target.oid = confrelid
    left join pg_namespace as target_schema on target_schema.oid = target.relnamespace
    left join pg_attribute as other on other.attrelid = confrelid and other.attnum = confkey[parts.position]
    where own_schema.nspname = any (${[...schemas]}::text[]) and contype in ('p', 'f')
      and not coalesce(target.relispartition, false)
    order by own_schema.nspname, tables.relname, conname, parts.position`,

  textColumns: (schemas) => sql<TableColumnRow>`
    select
      pg_namespace.nspname as schema_name,
      tables.relname as table_name,
      pg_attribute.attname as column_name
    from pg_index
    join pg_class as tables on tables.oid = pg_index.indrelid
    join pg_namespace on pg_namespace.oid = tables.relnamespace
    cross join lateral unnest(pg_index.indkey::int2[], pg_index.indclass::oid[]) as keys (attnum, opclass)
    join pg_opclass on pg_opclass.oid = keys.opclass and pg_opclass.opcname in ('gin_trgm_ops', 'gist_trgm_ops')
    join pg_attribute on pg_attribute.attrelid = tables.oid and pg_attribute.attnum = keys.attnum
    where pg_index.indisvalid and pg_index.indpred is null and ${isRead(schemas)}
    order by pg_namespace.nspname, tables.relname, pg_attribute.attname`,

  viewProbe: null,

  versions: (tables) => sql<TableVersionRow>`
    select pg_namespace.nspname as schema_name, tables.relname as table_name, ${version} as version
    from pg_class as tables
    join pg_namespace on pg_namespace.oid = tables.relnamespace
    join unnest(${tables.map(({ schema }) => schema)}::text[], ${tables.map(({ name }) => name)}::text[])
      as wanted (schema_name, table_name)
      on wanted.schema_name = pg_namespace.nspname and wanted.table_name = tables.relname`,
};
