import { createTables, type Tables } from '@rowhouse/tables';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase, type TestDialect } from '../../../test/databases.ts';
import { type Introspection, introspectTables } from '../src/introspect/index.ts';
import { routes } from './foundTables.ts';

/** Tables that were made by statements and found in the catalogue, as a database is served without definitions. */
export interface Detected {
  readonly database: TestDatabase<unknown>;
  readonly found: Introspection;
  readonly tables: Tables;
  /** A column's template. */
  column(table: string, name: string): Record<string, unknown> | undefined;
  /** Value → label of an enumerated column. */
  labels(table: string, name: string): Readonly<Record<string, string>> | undefined;
  /** The values of a column of all rows. */
  values(table: string, name: string): Promise<unknown[]>;
  /** Number of rows that match a condition. */
  matching(table: string, where: object): Promise<number>;
}

export async function detect(dialect: TestDialect, statements: readonly string[]): Promise<Detected> {
  const database = await createTestDatabase<unknown>(dialect);
  for (const statement of statements) await sql.raw(statement).execute(database.db);
  const found = await introspectTables({ db: database.db });
  const tables = createTables({
    db: database.db,
    routes,
    definitions: found.tables.map(({ definition }) => definition),
  });
  const made = (table: string) => found.tables.find(({ id }) => id === table)?.made;
  const column = (table: string, name: string) =>
    made(table)?.columns.find(({ template }) => template.name === name)?.template;

  return {
    ...{ database, found, tables, column },
    labels: (table, name) => made(table)?.enums[String(column(table, name)?.enum)],
    values: async (table, name) => (await tables.data(table, {})).data.map((row) => row[name]),
    matching: async (table, where) => (await tables.data(table, { where: where as never })).filtered,
  };
}
