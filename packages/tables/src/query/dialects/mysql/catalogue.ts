import { type RawBuilder, sql } from 'kysely';
import type {
  CatalogueColumnRow,
  CatalogueQueries,
  CatalogueTableRow,
  IndexColumnRow,
  KeyRow,
  TableVersionRow,
} from '../CatalogueQueries.ts';

/** One SELECT per database: with its name in an equality, the server opens no tables of others. */
function ofEach<Row>(
  schemas: readonly string[],
  select: (isRead: RawBuilder<boolean>) => RawBuilder<Row>,
  order: RawBuilder<unknown>,
): RawBuilder<Row> {
  const names = [sql`database()`, ...schemas.map((schema) => sql`${schema}`)];

  return sql<Row>`${sql.join(
    names.map((name, index) => {
      // Reads the current database once, whether or not it is given.
      const isOther = index === 0 ? sql`` : sql` and ${name} <> database()`;

      return select(sql<boolean>`table_schema = ${name}${isOther}`);
    }),
    sql` union all `,
  )} order by ${order}`;
}

/** The server has no version numbers, so the version is a checksum of the index definition. */
const version = sql<string>`concat(count(*), ':', sum(crc32(concat_ws(':', index_name, non_unique, seq_in_index,
  column_name, sub_part, nullable))))`;

const fewTables = 10;

export const catalogue: CatalogueQueries = {
  tables: (schemas) =>
    ofEach(
      schemas,
      (isRead) => sql<CatalogueTableRow>`
        select
          table_schema as schema_name,
          table_name as table_name,
          table_schema = database() as is_visible,
          table_type like '%VIEW' as is_view,
          null as row_estimate
        from information_schema.tables
        where ${isRead}`,
      sql`schema_name, table_name`,
    ),

  columns: (schemas) =>
    ofEach(
      schemas,
      (isRead) => sql<CatalogueColumnRow>`
        select
          table_schema as schema_name,
          table_name as table_name,
          column_name as column_name,
          data_type as data_type,
          is_nullable = 'YES' as is_nullable,
          collation_name as collation_name,
          ordinal_position as position
        from information_schema.columns
        where ${isRead}`,
      sql`schema_name, table_name, position`,
    ),

  /** Without indexes of expressions, which have no column name, and of prefixes of texts. */
  indexColumns: (schemas) =>
    ofEach(
      schemas,
      (isRead) => sql<IndexColumnRow>`
        select
          table_schema as schema_name,
          table_name as table_name,
          index_name as index_name,
          1 - non_unique as is_unique,
          column_name as column_name,
          seq_in_index as position
        from information_schema.statistics as entries
        where ${isRead}
          and index_type = 'BTREE'
          and not exists (
            select 1 from information_schema.statistics as others
            where others.table_schema = entries.table_schema
              and others.table_name = entries.table_name
              and others.index_name = entries.index_name
              and (others.column_name is null or others.sub_part is not null)
          )`,
      sql`schema_name, table_name, index_name, position`,
    ),

  /** Every session can disable `foreign_key_checks`, as imports of dumps do, and leave rows without their target. */
  foreignKeys: null,

  keys: (schemas) => sql<KeyRow>`
    select parts.table_schema as schema_name, parts.table_name as table_name, parts.constraint_name as key_name,
      parts.column_name as column_name, parts.referenced_table_schema as target_schema,
      parts.referenced_table_name as target_table, parts.referenced_column_name as target_column,
      case rules.delete_rule when 'CASCADE' then 'cascade' when 'SET NULL' then 'setNull'
        when 'SET DEFAULT' then 'setDefault' when 'RESTRICT' then 'restrict' when 'NO ACTION' then 'restrict'
      end as delete_rule
    from information_schema.key_column_usage as parts
    left join information_schema.referential_constraints as rules
      on rules.constraint_schema = parts.constraint_schema and rules.constraint_name = parts.constraint_name
      and rules.table_name = parts.table_name
    where parts.table_schema in (${sql.join(schemas)})
      and (parts.constraint_name = 'PRIMARY' or parts.referenced_table_name is not null)
    order by parts.table_schema, parts.table_name, parts.constraint_name, parts.ordinal_position`,

  /** No index supports LIKE with a leading wildcard. */
  textColumns: null,

  viewProbe: null,

  versions: (tables) => {
    // A few tables are named; for many tables, all of their databases are read.
    const conditions =
      tables.length <= fewTables
        ? tables.map(({ schema, name }) => sql`table_schema = ${schema} and table_name = ${name}`)
        : [...new Set(tables.map(({ schema }) => schema))].map((schema) => sql`table_schema = ${schema}`);

    return sql<TableVersionRow>`${sql.join(
      conditions.map(
        (condition) => sql`
          select table_schema as schema_name, table_name as table_name, ${version} as version
          from information_schema.statistics where ${condition} group by table_schema, table_name`,
      ),
      sql` union all `,
    )}`;
  },
};
