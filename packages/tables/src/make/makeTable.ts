import { TableError } from '../errors.ts';
import { tableLabel } from '../query/catalogue.ts';
import { dottedToDatabase } from '../query/databaseNames.ts';
import { type DatabaseHandle, tableRuntime } from '../runtime/TableRuntime.ts';
import type { DescribedTable } from './DescribedTable.ts';
import { definitionName } from './definitionName.ts';
import { definitionText } from './definitionText.ts';
import { describeDatabase } from './describeDatabase.ts';
import { findTable, wantedTable } from './findTable.ts';
import { hostDatabase, namesOf, namingRemedy, reasonAgainstNaming } from './hostDatabase.ts';
import type { MadeTable, MakeOptions } from './MadeTable.ts';
import { madeTemplate } from './madeTemplate.ts';
import { makeQuery } from './makeQuery.ts';
import type { DescribedKey } from './rowIdentity.ts';

/**
 * Makes a template and a definition from a table of the database, to begin with. Writes nothing. Throws
 * `tables.not_found`, `tables.invalid_query` for a table without a key where no `key` is given, and
 * `tables.invalid_request` for a name that none can have, and for a key that is no column.
 */
export async function makeTable(handle: DatabaseHandle, options: MakeOptions): Promise<MadeTable> {
  const { own: db, dialect, names } = tableRuntime(handle);
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
      `${JSON.stringify(table.name)} has no column that a table could show. Write the definition by hand: docs/guides/defining-a-table.md.`,
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
    : 'has no primary key, by which its rows could be told apart';

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
