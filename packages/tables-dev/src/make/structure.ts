import { type Dialect, domains, type NamedTable, tablesBut } from '@rowhouse/tables/internal';
import { type RawBuilder, sql } from 'kysely';

type Truth = boolean | number | string;

/** A table or a view, as the database describes it. On MySQL a schema is a database. */
export interface TableRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly kind: 'table' | 'view' | 'materialized view' | 'partitioned table' | 'foreign table';
  /** Whether queries find it without naming its schema. */
  readonly is_visible: Truth;
  /** Whether the connected user may read at least one column. */
  readonly is_readable: Truth;
  /** Whether it belongs to a partitioned table. */
  readonly is_partition: Truth;
  /** Whether its rows include those of other tables, to which its keys do not apply. */
  readonly is_inherited: Truth;
  /** Whether it is a materialized view that was never refreshed, and cannot be read. */
  readonly is_unfilled: Truth;
  /** Whether each row has a `rowid`, regardless of its columns. */
  readonly has_rowid: Truth;
  /** Null or negative if unknown. */
  readonly row_estimate: number | string | null;
}

/** Facts about a column that the catalogue lacks. */
export interface ColumnRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly column_name: string;
  /** The values of an enumerated type, as JSON or as MySQL writes the type, `enum('new','it''s')`; null for other types. */
  readonly enum_values: string | null;
  readonly is_readable: Truth;
  /** Whether the database can sort by it; absent if it can sort by all types. */
  readonly is_ordered?: Truth;
  /** Whether a number represents a boolean. */
  readonly is_flag: Truth;
  /** Digits after the decimal separator, negative before it; null where they are not declared. */
  readonly scale: number | string | null;
}

/** A statement, or a part of one, that contains the checks of a table. */
export interface CheckRow {
  readonly schema_name: string;
  readonly table_name: string;
  /** The column that a check of a type names `value`; null for checks of the table. */
  readonly column_name: string | null;
  readonly text: string;
}

/** What the statistics of a table say about a column. */
export interface ListRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly column_name: string;
  /** All values, as JSON; null unless they are few. */
  readonly list_values: string | null;
  /** Whether most values occur several times. */
  readonly is_repeated: Truth;
}

interface StructureQueries {
  /** All tables that queries find without a schema, and at least those of the given schemas and with the given name. */
  tables(schemas: readonly string[], name: string | null): RawBuilder<TableRow>;
  columns(schemas: readonly string[], broken: readonly NamedTable[]): RawBuilder<ColumnRow>;
  checks(schemas: readonly string[]): RawBuilder<CheckRow>;
  /** What statistics say about columns; null if there are none. */
  readonly lists: ((schemas: readonly string[]) => RawBuilder<ListRow>) | null;
}

/** Rows whose values are compared where there are no statistics. */
export const sampleSize = 1000;

/** Maximum number of values in a short list. */
const shortList = 12;

/** Types without a default operator class for btree, also arrays, domains and rows that contain one. */
const unordered = sql`
  parts (whole, part) as (
    select oid, typelem from pg_type where typcategory = 'A'
    union all
    select oid, typbasetype from pg_type where typtype = 'd'
    union all
    select reltype, atttypid from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  ),
  unordered (type) as (
    select pg_type.oid from pg_type
    where typtype = 'b' and typcategory <> 'A' and not exists (
      select from pg_opclass
      join pg_am on pg_am.oid = opcmethod and amname = 'btree'
      where opcdefault and (opcintype = pg_type.oid or exists (
        select from pg_cast
        where castsource = pg_type.oid and casttarget = opcintype and castmethod = 'b' and castcontext = 'i'
      ))
    )
    union
    select whole from unordered join parts on part = type
  )`;

const postgres: StructureQueries = {
  tables: () => sql<TableRow>`
    select nspname as schema_name, relname as table_name,
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'p' then 'partitioned table'
        when 'f' then 'foreign table' else 'table' end as kind,
      pg_table_is_visible(pg_class.oid) as is_visible,
      has_schema_privilege(relnamespace, 'usage') and has_any_column_privilege(pg_class.oid, 'select') as is_readable,
      relispartition as is_partition,
      relkind in ('r', 'f') and exists (select from pg_inherits where inhparent = pg_class.oid) as is_inherited,
      not relispopulated as is_unfilled,
      false as has_rowid,
      reltuples::float8 as row_estimate
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and nspname <> 'information_schema' and nspname !~ '^pg_'`,
  columns: (schemas) => sql<ColumnRow>`
    with recursive ${domains}, ${unordered}
    select nspname as schema_name, relname as table_name, attname as column_name,
      (select json_agg(enumlabel order by enumsortorder)::text from pg_enum
        where enumtypid = coalesce(domains.base, atttypid)) as enum_values,
      has_column_privilege(pg_class.oid, attnum, 'select') as is_readable,
      false as is_flag,
      not exists (select from unordered where type = atttypid) as is_ordered,
      case when coalesce(domains.base, atttypid) = 'numeric'::regtype and coalesce(domains.modifier, atttypmod) > 0
        then (((coalesce(domains.modifier, atttypmod) - 4) & 2047) # 1024) - 1024 end as scale
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    left join domains on domains.domain = atttypid and domains.base_kind <> 'd'
    where relkind in ('r', 'p', 'v', 'm', 'f') and nspname = any (${[...schemas]}::text[])
      and attnum > 0 and not attisdropped
    order by nspname, relname, attnum`,
  checks: (schemas) => sql<CheckRow>`
    with ${domains}
    select nspname as schema_name, relname as table_name, null as column_name, pg_get_constraintdef(pg_constraint.oid) as text
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any (${[...schemas]}::text[]) and contype = 'c'
    union all
    select nspname, relname, attname, pg_get_constraintdef(pg_constraint.oid)
    from domains
    join pg_constraint on contypid = domains.part
    join pg_attribute on atttypid = domains.domain and attnum > 0
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any (${[...schemas]}::text[])`,
  lists: (schemas) => sql<ListRow>`
    select schemaname as schema_name, tablename as table_name, attname as column_name,
      case when n_distinct between 2 and ${sql.lit(shortList)}
        and cardinality(most_common_freqs) = n_distinct
        and (select sum(part) from unnest(most_common_freqs) as part) + null_frac > 0.999
        then to_json(most_common_vals::text::text[])::text end as list_values,
      n_distinct > -0.5 as is_repeated
    from pg_stats
    where schemaname = any (${[...schemas]}::text[])`,
};

const systemSchemas = ['information_schema', 'mysql', 'performance_schema', 'sys'];

const mysql: StructureQueries = {
  tables: (schemas, name) => sql<TableRow>`
    select table_schema as schema_name, table_name as table_name,
      case when table_type like '%VIEW' then 'view' else 'table' end as kind,
      table_schema = database() as is_visible, 1 as is_readable, 0 as is_partition, 0 as is_inherited,
      0 as is_unfilled, 0 as has_rowid, table_rows as row_estimate
    from information_schema.tables
    where table_type <> 'SEQUENCE' and (table_schema = database()
      ${schemas.length > 0 ? sql`or table_schema in (${sql.join(schemas)})` : sql``}
      ${name === null ? sql`` : sql`or table_name = ${name} and table_schema not in (${sql.join(systemSchemas)})`})`,
  columns: (schemas) => sql<ColumnRow>`
    select table_schema as schema_name, table_name as table_name, column_name as column_name,
      case when data_type = 'enum' then column_type end as enum_values,
      \`privileges\` like '%select%' as is_readable,
      column_type in ('tinyint(1)', 'bit(1)') as is_flag,
      case when data_type = 'decimal' then numeric_scale end as scale
    from information_schema.columns
    where table_schema in (${sql.join(schemas)})
    order by table_schema, table_name, ordinal_position`,
  // MySQL 8 does not name the table here, and escapes quotes twice. What is in /*!80016 */ is sent to all, and run by MySQL
  // from that version on: MariaDB passes over comments of 50700 to 99999.
  checks: (schemas) => sql<CheckRow>`
    select constraint_schema as schema_name, table_name as table_name, null as column_name,
      concat('check (', /*!80016 replace( */ check_clause
        /*!80016 , concat(char(92 using utf8mb4), char(39 using utf8mb4)), char(39 using utf8mb4)) */, ')') as text
    from information_schema.check_constraints
    /*!80016 join information_schema.table_constraints using (constraint_schema, constraint_name) */
    where constraint_schema in (${sql.join(schemas)}) /*!80016 and constraint_type = 'CHECK' */`,
  // Estimates of indexes, which are of use for large tables only: the rows of others are counted.
  lists: (schemas) => sql<ListRow>`
    select table_schema as schema_name, table_name as table_name, column_name as column_name, null as list_values,
      max(cardinality) * 2 < max(table_rows) as is_repeated
    from information_schema.statistics join information_schema.tables using (table_schema, table_name)
    where table_schema in (${sql.join(schemas)}) and seq_in_index = 1 and sub_part is null
      and cardinality > 0 and table_rows > ${sql.lit(sampleSize)}
    group by table_schema, table_name, column_name`,
};

const sqlite: StructureQueries = {
  tables: () => sql<TableRow>`
    select schema as schema_name, name as table_name,
      case type when 'view' then 'view' else 'table' end as kind,
      schema = (
        select others.schema from pragma_table_list as others
        where others.name = tables.name
        order by others.schema <> 'temp', others.schema <> 'main'
        limit 1
      ) as is_visible,
      1 as is_readable, 0 as is_partition, 0 as is_inherited, 0 as is_unfilled,
      type = 'table' and not wr as has_rowid, null as row_estimate
    from pragma_table_list as tables
    where type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\'`,
  columns: (_schemas, broken) => sql<ColumnRow>`
    select tables.schema as schema_name, tables.name as table_name, columns.name as column_name,
      null as enum_values, 1 as is_readable, 0 as is_flag, null as scale
    from ${tablesBut(broken)} join pragma_table_xinfo(tables.name, tables.schema) as columns
    where columns.hidden <> 1`,
  checks: (schemas) =>
    sql<CheckRow>`${sql.join(
      schemas.map(
        (schema) => sql`
        select ${schema} as schema_name, name as table_name, null as column_name, sql as text
        from ${sql.id(schema, 'sqlite_schema')} where type = 'table' and sql is not null`,
      ),
      sql` union all `,
    )}`,
  lists: null,
};

/** Queries for the structure of tables. */
export const structure: Readonly<Record<Dialect['name'], StructureQueries>> = { postgres, mysql, sqlite };
