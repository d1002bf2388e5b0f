import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import type { ConnectDatabase, ConnectDatabaseOptions } from './ConnectOptions.ts';

/** SQLite of Node.js. The file is opened read-only; temporary tables can still be written. */
export const connectSqlite: ConnectDatabase = async (options) =>
  // Opened by the first query: the file may not exist yet.
  new Kysely({ dialect: new SqliteDialect({ database: () => open(options) }) });

async function open({ address, writable }: ConnectDatabaseOptions): Promise<SqliteDatabase> {
  if (!existsSync(address.target)) {
    const problem = `The file ${address.target} does not exist. Correct the path after sqlite:`;
    throw Object.assign(new Error(problem), { code: 'SQLITE_CANTOPEN' });
  }
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(address.target, {
    readOnly: !writable,
    enableForeignKeyConstraints: true,
    timeout: 5_000,
  });

  return adapted(database);
}

function adapted(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => {
      if (database.isOpen) database.close();
    },
    prepare: (sql) => prepared(database, sql),
  };
}

function prepared(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  // Otherwise a number that is too large for JavaScript fails the whole query.
  statement.setReadBigInts(true);
  const input = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...input(parameters)).map(rowOf),
    run: (parameters) => statement.run(...input(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...input(parameters))) yield rowOf(row);
    },
  };
}

/** Converts safe integers to numbers, larger ones to strings. */
function rowOf(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? numberOf(value) : value]),
  );
}

function numberOf(value: bigint): number | string {
  const number = Number(value);

  return Number.isSafeInteger(number) ? number : String(value);
}
