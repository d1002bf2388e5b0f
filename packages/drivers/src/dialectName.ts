import { type Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely';

/** `mysql` includes MariaDB. */
export type DialectName = 'postgres' | 'mysql' | 'sqlite';

/**
 * Detects the dialect of a Kysely instance by its adapter, which may extend one of Kysely's own. Throws for other adapters.
 */
export function dialectName<DB>(db: Kysely<DB>): DialectName {
  const { adapter } = db.getExecutor();

  if (adapter instanceof PostgresAdapter) return 'postgres';
  if (adapter instanceof MysqlAdapter) return 'mysql';
  if (adapter instanceof SqliteAdapter) return 'sqlite';

  throw new Error(
    `The database adapter ${adapter.constructor.name} is not known. Use PostgreSQL, MySQL, MariaDB or SQLite, ` +
      "by a Kysely dialect whose adapter extends Kysely's own.",
  );
}
