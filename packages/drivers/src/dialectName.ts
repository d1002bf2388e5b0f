import { type Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely';

/** `mysql` stands for MariaDB, too. */
export type DialectName = 'postgres' | 'mysql' | 'sqlite';

/**
 * The dialect of a Kysely instance, found by its adapter: adapters of other drivers extend Kysely's own. Throws for any other
 * adapter.
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
