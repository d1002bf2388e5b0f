import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import { TableError } from '../errors.ts';
import type { ColumnKind, Dialect } from '../query/dialects/Dialect.ts';
import { structure, type TableRow } from './structure.ts';

/** A table of the database, as far as a template can be made from it. */
export interface DescribedTable {
  /** As queries name it: with its schema where they have to. */
  readonly table: string;
  readonly name: string;
  /** The column by which rows are told apart. */
  readonly key: string;
  readonly columns: readonly DescribedColumn[];
}

export interface DescribedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The database's own word. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Values of an enumerated type. */
  readonly values: readonly string[] | null;
  /** What a foreign key leads to. */
  readonly target: DescribedTarget | null;
}

export interface DescribedTarget {
  readonly table: string;
  readonly name: string;
  readonly column: string;
  readonly columns: readonly Omit<DescribedColumn, 'target'>[];
}

/**
 * Describes `table` or `schema.table`. Throws `tables.not_found`, `tables.invalid_query` for a table without a primary
 * key of one column where no `key` is given, and `tables.invalid_request` for a key that it does not have.
 */
export async function describeTable(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  wanted: string,
  chosenKey?: string,
): Promise<DescribedTable> {
  const queries = structure[dialect.name];
  const { found, tables } = await findTable(db, dialect, wanted);
  const { rows: keys } = await queries.keys(found.schema_name, found.table_name).execute(db);
  const columnsOf = async (schema: string, table: string) =>
    (await queries.columns(schema, table).execute(db)).rows.map((column) => ({
      name: column.column_name,
      kind: dialect.columnKind(column.data_type),
      type: column.data_type,
      isNullable: isTrue(column.is_nullable),
      values: column.enum_values === null ? null : (JSON.parse(column.enum_values) as string[]),
    }));
  const own = await columnsOf(found.schema_name, found.table_name);
  const columns = own.map(async (column): Promise<DescribedColumn> => {
    const foreign = keys.find(
      ({ column_name: name, target_table: target, size }) =>
        name === column.name && target !== null && Number(size) === 1,
    );
    if (!foreign?.target_schema || !foreign.target_table || !foreign.target_column) {
      return { ...column, target: null };
    }
    const { target_schema: schema, target_table: name } = foreign;
    const isVisible = tables.some(
      (table) => table.schema_name === schema && table.table_name === name && isTrue(table.is_visible),
    );

    return {
      ...column,
      target: {
        table: isVisible ? name : `${schema}.${name}`,
        name,
        column: foreign.target_column,
        columns: await columnsOf(schema, name),
      },
    };
  });

  return {
    table: label(found),
    name: found.table_name,
    key: chosenKey === undefined ? primaryKey(found, keys) : chosen(chosenKey, found, own),
    columns: await Promise.all(columns),
  };
}

async function findTable(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  wanted: string,
): Promise<{ readonly found: TableRow; readonly tables: readonly TableRow[] }> {
  const dot = wanted.lastIndexOf('.');
  const schema = dot < 0 ? null : wanted.slice(0, dot);
  const name = wanted.slice(dot + 1);
  const { rows } = await structure[dialect.name].tables(schema, name).execute(db);
  const found = rows.find((row) =>
    schema === null
      ? row.table_name === name && isTrue(row.is_visible)
      : row.table_name === name && row.schema_name === schema,
  );
  if (found) return { found, tables: rows };

  const elsewhere = rows.filter((row) => row.table_name === name);
  const known = (
    elsewhere.length > 0
      ? elsewhere
      : rows.filter((row) => (schema === null ? isTrue(row.is_visible) : row.schema_name === schema))
  )
    .filter((row) => !/^kysely_migration(_lock)?$/.test(row.table_name))
    .map(label)
    .toSorted();
  const place = schema === null ? 'The database' : `The schema ${JSON.stringify(schema)}`;
  const remedy =
    elsewhere.length > 0 ? `Write ${known.join(' or ')}.` : `It has ${known.join(', ') || 'none at all'}.`;

  throw new TableError(
    'tables.not_found',
    schema === null && elsewhere.length > 0
      ? `No table ${JSON.stringify(name)} is found without its schema. ${remedy}`
      : `${place} has no table ${JSON.stringify(name)}. ${remedy}`,
  );
}

function primaryKey(
  table: TableRow,
  keys: readonly { column_name: string; target_table: string | null; size: number | string }[],
): string {
  const key = keys.find(({ target_table: target }) => target === null);
  if (key && Number(key.size) === 1) return key.column_name;

  const problem = isTrue(table.is_view)
    ? 'is a view, and the database does not say which column identifies its rows'
    : key
      ? `has a primary key of ${key.size} columns; rows are identified by one`
      : 'has no primary key, by which its rows could be told apart';

  throw new TableError(
    'tables.invalid_query',
    `${JSON.stringify(label(table))} ${problem}. Name a column that is unique and never null: --key, or the option \`key\`.`,
  );
}

function chosen(key: string, table: TableRow, columns: readonly { name: string }[]): string {
  if (columns.some(({ name }) => name === key)) return key;

  throw new TableError(
    'tables.invalid_request',
    `${JSON.stringify(label(table))} has no column ${JSON.stringify(key)} to identify its rows by. It has ${columns.map(({ name }) => name).join(', ')}.`,
    { fields: { key: [`There is no column ${JSON.stringify(key)}.`] } },
  );
}

function label({ schema_name: schema, table_name: name, is_visible: isVisible }: TableRow): string {
  return isTrue(isVisible) ? name : `${schema}.${name}`;
}

/** Drivers give booleans as such, as numbers, or as texts of numbers. */
function isTrue(value: boolean | number | string): boolean {
  return Boolean(Number(value));
}
