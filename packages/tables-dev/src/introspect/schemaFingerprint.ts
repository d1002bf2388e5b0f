import { type DatabaseHandle, type Dialect, tableRuntime } from '@rowhouse/tables/internal';
import { type RawBuilder, sql } from 'kysely';
import type { IntrospectOptions } from './introspectTables.ts';

/**
 * A text that differs after a change of what `introspectTables` reads from the catalogue: tables, columns, keys, checks, types,
 * triggers, views and rights. Equal texts mean that nothing has changed; a different one may have other causes, too, such as a
 * table of another schema, or VACUUM on SQLite. Statistics are not part of it. Runs one query, on MySQL and MariaDB two.
 */
export async function schemaFingerprint({
  db: handle,
  schemas = [],
}: Pick<IntrospectOptions, 'schemas'> & { readonly db: DatabaseHandle }): Promise<string> {
  const { rawDb: db, dialect } = tableRuntime(handle);
  const { referenced, fingerprint } = queries[dialect.name];
  const others = referenced === null ? [] : (await referenced(schemas).execute(db)).rows;
  const all = [...new Set([...schemas, ...others.map(({ name }) => name)])];
  const { rows } = await fingerprint(all).execute(db);

  return String(rows[0]?.fingerprint);
}

interface FingerprintQueries {
  /** Further schemas whose tables are read: the visible one, and those of referenced rows. Null if the fingerprint has them. */
  readonly referenced: ((schemas: readonly string[]) => RawBuilder<{ readonly name: string }>) | null;
  fingerprint(schemas: readonly string[]): RawBuilder<{ readonly fingerprint: unknown }>;
}

/** The sum of the hashes of rows, in any order. */
const hashed = (rows: RawBuilder<unknown>) =>
  sql`(select sum(hashtextextended(text, 0)) from (${rows}) as hashed (text))`;

/**
 * Rows of the catalogue by the transaction that wrote them. Those of `pg_class` by their values: TRUNCATE writes them, too. All
 * schemas but temporary ones: rows of any of them may be referenced.
 */
const postgres: FingerprintQueries = {
  referenced: null,
  fingerprint: () => sql<{ readonly fingerprint: unknown }>`
    with schemas as (
      select oid, nspname, nspacl from pg_namespace where nspname <> 'information_schema' and nspname !~ '^pg_'
    ), tables as (
      select pg_class.* from pg_class join schemas on schemas.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'f')
    )
    select md5(concat_ws(',', current_user, current_schemas(false)::text,
      ${hashed(sql`select concat_ws(':', oid, nspname, nspacl::text) from schemas`)},
      ${hashed(sql`
        select concat_ws(':', oid, relname, relnamespace, relkind, relispartition, relispopulated, relacl::text) from tables`)},
      ${hashed(sql`
        select concat_ws(':', attrelid, attnum, pg_attribute.xmin) from pg_attribute join tables on oid = attrelid`)},
      ${hashed(sql`
        select concat_ws(':', pg_attrdef.oid, pg_attrdef.xmin) from pg_attrdef join tables on tables.oid = adrelid`)},
      ${hashed(sql`
        select concat_ws(':', pg_constraint.oid, pg_constraint.xmin) from pg_constraint
        join schemas on schemas.oid = connamespace`)},
      ${hashed(sql`
        select concat_ws(':', indexrelid, pg_index.xmin) from pg_index join tables on oid = indrelid`)},
      ${hashed(sql`
        select concat_ws(':', pg_trigger.oid, pg_trigger.xmin) from pg_trigger join tables on tables.oid = tgrelid`)},
      ${hashed(sql`
        select concat_ws(':', pg_rewrite.oid, pg_rewrite.xmin) from pg_rewrite join tables on tables.oid = ev_class`)},
      ${hashed(sql`
        select concat_ws(':', inhrelid, inhparent) from pg_inherits join tables on oid = inhparent`)},
      ${hashed(sql`
        select concat_ws(':', pg_type.oid, pg_type.xmin) from pg_type join schemas on schemas.oid = typnamespace
        where typtype in ('d', 'e')`)},
      ${hashed(sql`select concat_ws(':', oid, xmin) from pg_enum`)},
      ${hashed(sql`select concat_ws(':', roleid, member) from pg_auth_members`)}
    )) as fingerprint`,
};

/** Schema by schema: without their names, MariaDB reads the files of all databases of the server. */
const mysql: FingerprintQueries = {
  referenced: (schemas) => sql<{ readonly name: string }>`
    select database() as name
    union
    select referenced_table_schema from information_schema.key_column_usage
    where referenced_table_schema is not null
      and table_schema in (${sql.join([sql`database()`, ...schemas.map((schema) => sql`${schema}`)])})`,
  fingerprint(schemas) {
    const names = sql.join(schemas);
    const of = (view: string, columns: readonly string[], schema = 'table_schema') => {
      // `concat_ws` would leave out nulls.
      const values = sql.join(columns.map((column) => sql`ifnull(${sql.ref(column)}, '~')`));

      return sql`(
        select concat(count(*), ':', ifnull(sum(crc32(concat_ws(':', ${values}))), 0))
        from ${sql.table(`information_schema.${view}`)} where ${sql.ref(schema)} in (${names}))`;
    };

    return sql<{ readonly fingerprint: unknown }>`
      select concat_ws(',', database(),
        ${of('tables', ['table_schema', 'table_name', 'table_type'])},
        ${of('columns', [
          ...['table_schema', 'table_name', 'column_name', 'ordinal_position', 'column_type', 'is_nullable'],
          ...['column_default', 'collation_name', 'extra', 'generation_expression', 'privileges'],
        ])},
        ${of('statistics', [
          ...[
            'table_schema',
            'table_name',
            'index_name',
            'non_unique',
            'seq_in_index',
            'column_name',
            'sub_part',
          ],
        ])},
        ${of('key_column_usage', [
          ...['table_schema', 'table_name', 'constraint_name', 'column_name', 'ordinal_position'],
          ...['referenced_table_schema', 'referenced_table_name', 'referenced_column_name'],
        ])},
        ${of(
          'referential_constraints',
          ['constraint_schema', 'table_name', 'constraint_name', 'update_rule', 'delete_rule'],
          'constraint_schema',
        )},
        ${of('check_constraints', ['constraint_schema', 'constraint_name', 'check_clause'], 'constraint_schema')},
        ${of(
          'triggers',
          [
            'event_object_schema',
            'event_object_table',
            'trigger_name',
            'action_timing',
            'event_manipulation',
          ],
          'event_object_schema',
        )},
        ${of('views', ['table_schema', 'table_name', 'view_definition', 'is_updatable'])}
      ) as fingerprint`;
  },
};

/** SQLite counts the changes of its schema. */
const sqlite: FingerprintQueries = {
  referenced: null,
  fingerprint: () => sql<{ readonly fingerprint: unknown }>`
    select schema_version as fingerprint from pragma_schema_version`,
};

const queries: Readonly<Record<Dialect['name'], FingerprintQueries>> = { postgres, mysql, sqlite };
