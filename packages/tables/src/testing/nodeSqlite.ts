import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/**
 * Node's own SQLite as the database of Kysely's `SqliteDialect`, so that tests need no native package.
 * Foreign keys are enforced. As with better-sqlite3, booleans, dates and undefined cannot be bound.
 *
 * @param path a file, or `:memory:` (the default)
 */
export function nodeSqlite(path = ':memory:'): SqliteDatabase {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  return {
    close: () => {
      if (database.isOpen) database.close();
    },
    prepare: (sql) => prepare(database, sql),
  };
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  const input = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...input(parameters)).map(plain),
    run: (parameters) => statement.run(...input(parameters)),
    iterate: (parameters) => statement.iterate(...input(parameters)).map(plain),
  };
}

/** Node's rows have no prototype, which makes them unequal to object literals. */
function plain(row: Record<string, unknown>): Record<string, unknown> {
  return { ...row };
}
