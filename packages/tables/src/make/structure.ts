import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../query/dialects/Dialect.ts';

/** A table or a view, in the database's own words. On MySQL a schema is a database. */
export interface TableRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly is_view: boolean | number | string;
  /** Whether queries find it without naming its schema. */
  readonly is_visible: boolean | number | string;
}

export interface ColumnRow {
  readonly column_name: string;
  readonly data_type: string;
  readonly is_nullable: boolean | number | string;
  /** JSON of the values of an enumerated type; null for other types. */
  readonly enum_values: string | null;
}

/** A primary key or a foreign key, by its first column. */
export interface KeyRow {
  readonly column_name: string;
  /** Null for the primary key. */
  readonly target_schema: string | null;
  readonly target_table: string | null;
  readonly target_column: string | null;
  /** Columns of the key. */
  readonly size: number | string;
}

interface StructureQueries {
  /** All that queries find without a schema, and at least those of the given schema or name. */
  tables(schema: string | null, name: string): RawBuilder<TableRow>;
  columns(schema: string, table: string): RawBuilder<ColumnRow>;
  keys(schema: string, table: string): RawBuilder<KeyRow>;
}

const postgres: StructureQueries = {
  tables: () => sql<TableRow>`
    select nspname as schema_name, relname as table_name, relkind in ('v', 'm') as is_view,
      pg_table_is_visible(pg_class.oid) as is_visible
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and nspname <> 'information_schema' and nspname !~ '^pg_'`,
  columns: (schema, table) => sql<ColumnRow>`
    select attname as column_name, typname as data_type, not attnotnull as is_nullable,
      (select json_agg(enumlabel order by enumsortorder)::text from pg_enum where enumtypid = atttypid) as enum_values
    from pg_attribute
    join pg_type on pg_type.oid = atttypid
    where attrelid = to_regclass(format('%I.%I', ${schema}::text, ${table}::text))
      and attnum > 0 and not attisdropped
    order by attnum`,
  keys: (schema, table) => sql<KeyRow>`
    select own.attname as column_name, nspname as target_schema, target.relname as target_table,
      other.attname as target_column, cardinality(conkey) as size
    from pg_constraint
    join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    left join pg_class as target on target.oid = confrelid
    left join pg_namespace on pg_namespace.oid = target.relnamespace
    left join pg_attribute as other on other.attrelid = confrelid and other.attnum = confkey[1]
    where conrelid = to_regclass(format('%I.%I', ${schema}::text, ${table}::text)) and contype in ('p', 'f')
    order by conname`,
};

const mysql: StructureQueries = {
  tables: (schema, name) => sql<TableRow>`
    select table_schema as schema_name, table_name as table_name, table_type like '%VIEW' as is_view,
      table_schema = database() as is_visible
    from information_schema.tables
    where table_type <> 'SEQUENCE' and (table_schema in (database(), ${schema})
      or table_name = ${name} and table_schema not in ('information_schema', 'mysql', 'performance_schema', 'sys'))`,
  // The values stand in the type, enum('new','it''s'), which differs from JSON in its quotes only.
  columns: (schema, table) => sql<ColumnRow>`
    select column_name as column_name, data_type as data_type, is_nullable = 'YES' as is_nullable,
      case when data_type = 'enum' then concat('[', replace(replace(replace(replace(
        substr(column_type, 6, char_length(column_type) - 6),
        '"', concat(char(92 using utf8mb4), '"')), '''''', char(0 using utf8mb4)), '''', '"'),
        char(0 using utf8mb4), ''''), ']') end as enum_values
    from information_schema.columns
    where table_schema = ${schema} and table_name = ${table}
    order by ordinal_position`,
  keys: (schema, table) => sql<KeyRow>`
    select max(column_name) as column_name, max(referenced_table_schema) as target_schema,
      max(referenced_table_name) as target_table, max(referenced_column_name) as target_column, count(*) as size
    from information_schema.key_column_usage
    where table_schema = ${schema} and table_name = ${table}
      and (constraint_name = 'PRIMARY' or referenced_table_name is not null)
    group by constraint_name
    order by constraint_name`,
};

const sqlite: StructureQueries = {
  tables: () => sql<TableRow>`
    select schema as schema_name, name as table_name, type = 'view' as is_view,
      schema = (
        select others.schema from pragma_table_list as others
        where others.name = tables.name
        order by others.schema <> 'temp', others.schema <> 'main'
        limit 1
      ) as is_visible
    from pragma_table_list as tables
    where type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\'`,
  columns: (schema, table) => sql<ColumnRow>`
    select name as column_name, type as data_type, not "notnull" as is_nullable, null as enum_values
    from pragma_table_info(${table}, ${schema})`,
  keys: (schema, table) => sql<KeyRow>`
    select name as column_name, null as target_schema, null as target_table, null as target_column,
      (select count(*) from pragma_table_info(${table}, ${schema}) where pk > 0) as size
    from pragma_table_info(${table}, ${schema}) where pk > 0
    union all
    select "from", ${schema}, "table",
      coalesce("to", (select name from pragma_table_info(keys."table", ${schema}) where pk = 1)),
      (select count(*) from pragma_foreign_key_list(${table}, ${schema}) as parts where parts.id = keys.id)
    from pragma_foreign_key_list(${table}, ${schema}) as keys`,
};

/** What the databases say of the structure of tables. */
export const structure: Readonly<Record<Dialect['name'], StructureQueries>> = { postgres, mysql, sqlite };
