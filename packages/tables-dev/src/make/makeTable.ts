import { TableError } from '@rowhouse/tables';
import { type DatabaseHandle, dottedToDatabase, tableLabel, tableRuntime } from '@rowhouse/tables/internal';
import type { DescribedDatabase, DescribedTable } from './DescribedTable.ts';
import { definitionName, definitionText } from './definitionText.ts';
import { describeDatabase } from './describeDatabase.ts';
import { hostDatabase, namesOf, namingRemedy, reasonAgainstNaming } from './hostDatabase.ts';
import { madeTemplate } from './madeDefinition.ts';
import { makeQuery } from './makeQuery.ts';
import type { DescribedKey } from './rowIdentity.ts';

/** Source of a generated table. */
export interface MakeOptions {
  /** Table or view of the database; with its schema, `clinic.doctors`, if queries do not find it without. */
  readonly table: string;
  /** Column that identifies the rows. Defaults to the primary key. */
  readonly key?: string;
  /** routePrefix, and name of the definition. Defaults to the database table's name in camel case. */
  readonly name?: string;
  /** Folder of the files, for messages. Defaults to empty. */
  readonly folder?: string;
}

/** A template and a definition, as contents of `name.json` and `name.ts`. */
export interface MadeTable {
  /** Name of the definition, and of both files. */
  readonly name: string;
  readonly json: string;
  readonly definition: string;
  /** Omitted columns with the reason; sentences. */
  readonly leftOut: readonly string[];
}

/**
 * Generates a first template and definition from a table of the database. Writes nothing. Throws `tables.not_found`,
 * `tables.invalid_query` for a table without a key if no `key` is given, and `tables.invalid_request` for an invalid
 * name and for an unknown key column.
 */
export async function makeTable(handle: DatabaseHandle, options: MakeOptions): Promise<MadeTable> {
  const { rawDb: db, dialect, names } = tableRuntime(handle);
  const { name: wantedName, folder } = options;
  const wanted = dottedToDatabase(options.table, names);
  const key = options.key === undefined ? undefined : names.toDatabase(options.key);
  const { schema, name: tableName } = wantedTable(wanted);
  const database = await describeDatabase(db, dialect, {
    schemas: schema === null ? [] : [schema],
    name: tableName,
  });
  const found = findTable(database, wanted);
  if (key !== undefined) assertColumn(key, found);
  const host = hostDatabase(database, names);
  const table = host.hostTable(found);
  const against = reasonAgainstNaming(
    [...namesOf(found), ...(key === undefined ? found.primaryKey : [key])],
    names,
  );
  if (!table || against !== null) {
    throw new TableError('tables.invalid_query', `${against} ${namingRemedy}`);
  }

  const made = makeQuery(table, host, {
    dialect: dialect.name,
    names,
    key: key === undefined ? undefined : [names.toHost(key)],
  });
  const name = definitionName(wantedName ?? table.name);
  if (key === undefined) assertKey(table, made.keyOfRows);
  if (made.columns.length === 0) {
    throw new TableError(
      'tables.invalid_query',
      `${JSON.stringify(table.name)} has no column to show. Write the definition by hand: docs/guides/defining-a-table.md.`,
    );
  }

  return {
    name,
    json: `${JSON.stringify(madeTemplate(made, name), null, 2)}\n`,
    definition: definitionText(made, { name, folder, isSplit: false }),
    leftOut: made.leftOut.map(({ column, reason }) => `${table.name}.${column} was left out: ${reason}`),
  };
}

function assertKey(table: DescribedTable, { kind }: DescribedKey): void {
  if (kind === 'primary' || kind === 'unique') return;

  const problem = table.kind.endsWith('view')
    ? 'is a view, and the database does not say which column identifies its rows'
    : 'has no primary key to identify its rows';

  throw new TableError(
    'tables.invalid_query',
    `${JSON.stringify(tableLabel(table))} ${problem}. Name a column that is unique and never null: --key, or the option \`key\`.`,
  );
}

function assertColumn(key: string, table: DescribedTable): void {
  if (table.columns.some(({ name }) => name === key)) return;

  throw new TableError(
    'tables.invalid_request',
    `${JSON.stringify(tableLabel(table))} has no column ${JSON.stringify(key)} to identify its rows by. It has ${table.columns.map(({ name }) => name).join(', ')}.`,
    { fields: { key: [`There is no column ${JSON.stringify(key)}.`] } },
  );
}

/** Splits `table` or `schema.table`. */
function wantedTable(wanted: string): { readonly schema: string | null; readonly name: string } {
  const dot = wanted.lastIndexOf('.');

  return { schema: dot < 0 ? null : wanted.slice(0, dot), name: wanted.slice(dot + 1) };
}

/** Finds `table` or `schema.table`. Throws `tables.not_found`. */
function findTable({ tables }: DescribedDatabase, wanted: string): DescribedTable {
  const { schema, name } = wantedTable(wanted);
  const found = tables.find((table) =>
    schema === null ? table.name === name && table.isVisible : table.name === name && table.schema === schema,
  );
  if (found) return found;

  const elsewhere = tables.filter((table) => table.name === name);
  const known = (
    elsewhere.length > 0
      ? elsewhere
      : tables.filter((table) => (schema === null ? table.isVisible : table.schema === schema))
  )
    .filter((table) => !/^kysely_migration(_lock)?$/.test(table.name))
    .map(tableLabel)
    .toSorted();
  const place = schema === null ? 'The database' : `The schema ${JSON.stringify(schema)}`;
  const remedy =
    elsewhere.length > 0 ? `Write ${known.join(' or ')}.` : `It has ${known.join(', ') || 'none at all'}.`;

  throw new TableError(
    'tables.not_found',
    schema === null && elsewhere.length > 0
      ? `The table ${JSON.stringify(name)} is in another schema. ${remedy}`
      : `${place} has no table ${JSON.stringify(name)}. ${remedy}`,
  );
}
