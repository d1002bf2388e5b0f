import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import { TableError } from '../errors.ts';
import { readCatalogue } from '../query/catalogue.ts';
import type { ColumnKind, Dialect } from '../query/dialects/Dialect.ts';

/** A table of the database, as far as a template can be made from it. */
export interface DescribedTable {
  readonly name: string;
  /** The primary key, of one column. */
  readonly key: string;
  readonly columns: readonly DescribedColumn[];
}

export interface DescribedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The database's own word. */
  readonly type: string;
  readonly isNullable: boolean;
  /** What a foreign key leads to. */
  readonly target: DescribedTarget | null;
}

export interface DescribedTarget {
  readonly table: string;
  readonly column: string;
  readonly columns: readonly Omit<DescribedColumn, 'target'>[];
}

interface KeyColumn {
  readonly column_name: string;
  /** Null: part of the primary key. */
  readonly target_table: string | null;
  readonly target_column: string | null;
  /** Columns of the key. */
  readonly size: number | string;
}

/** Throws `tables.not_found`, and `tables.invalid_query` for a table without a primary key of one column. */
export async function describeTable(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  name: string,
): Promise<DescribedTable> {
  const catalogue = await readCatalogue(db, dialect);

  if (!catalogue.find({ schema: null, name })) {
    const known = catalogue.tables.flatMap((table) => (table.isVisible ? table.name : [])).toSorted();
    throw new TableError(
      'tables.not_found',
      `The database has no table ${JSON.stringify(name)}. It has ${known.join(', ') || 'none at all'}.`,
    );
  }

  const { rows } = await keyColumns[dialect.name](name).execute(db);
  const key = rows.find(({ target_table: target, size }) => target === null && Number(size) === 1);

  if (!key) {
    throw new TableError(
      'tables.invalid_query',
      `${JSON.stringify(name)} has no primary key of one column, by which its rows could be told apart. ` +
        'Give it one, or write the definition by hand: docs/guides/defining-a-table.md.',
    );
  }

  const columnsOf = (table: string) =>
    [...(catalogue.find({ schema: null, name: table })?.columns ?? [])].map(
      ([column, { kind, type, isNullable }]) => ({ name: column, kind, type, isNullable }),
    );

  return {
    name,
    key: key.column_name,
    columns: columnsOf(name).map((column) => {
      const foreign = rows.find(
        ({ column_name: own, target_table: target, size }) =>
          own === column.name && target !== null && Number(size) === 1,
      );

      return {
        ...column,
        target:
          foreign?.target_table && foreign.target_column
            ? {
                table: foreign.target_table,
                column: foreign.target_column,
                columns: columnsOf(foreign.target_table),
              }
            : null,
      };
    }),
  };
}

/** The columns of the primary key and of foreign keys. */
const keyColumns: Readonly<Record<Dialect['name'], (table: string) => ReturnType<typeof sql<KeyColumn>>>> = {
  postgres: (table) => sql<KeyColumn>`
    select own.attname as column_name, target.relname as target_table, other.attname as target_column,
      cardinality(pg_constraint.conkey) as size
    from pg_constraint
    join pg_class as tables on tables.oid = pg_constraint.conrelid and pg_table_is_visible(tables.oid)
    join pg_attribute as own on own.attrelid = tables.oid and own.attnum = pg_constraint.conkey[1]
    left join pg_class as target on target.oid = pg_constraint.confrelid
    left join pg_attribute as other on other.attrelid = target.oid and other.attnum = pg_constraint.confkey[1]
    where tables.relname = ${table} and pg_constraint.contype in ('p', 'f')
    order by pg_constraint.conname`,
  mysql: (table) => sql<KeyColumn>`
    select max(column_name) as column_name, max(referenced_table_name) as target_table,
      max(referenced_column_name) as target_column, count(*) as size
    from information_schema.key_column_usage
    where table_schema = database() and table_name = ${table}
      and (constraint_name = 'PRIMARY' or referenced_table_name is not null)
    group by constraint_name
    order by constraint_name`,
  sqlite: (table) => sql<KeyColumn>`
    select name as column_name, null as target_table, null as target_column,
      (select count(*) from pragma_table_info(${table}) where pk > 0) as size
    from pragma_table_info(${table}) where pk > 0
    union all
    select "from", "table", coalesce("to", (select name from pragma_table_info("table") where pk = 1)),
      (select count(*) from pragma_foreign_key_list(${table}) as parts where parts.id = keys.id)
    from pragma_foreign_key_list(${table}) as keys`,
};
