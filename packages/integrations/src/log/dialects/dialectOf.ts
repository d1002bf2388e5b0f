import { type Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely';
import type { Dialect } from './Dialect.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { sqlite } from './sqlite.ts';

/** The dialect of a Kysely instance, told by its adapter. Adapters of other drivers extend Kysely's own. */
export function dialectOf<DB>(db: Kysely<DB>): Dialect {
  const { adapter } = db.getExecutor();

  if (adapter instanceof PostgresAdapter) return postgres;
  if (adapter instanceof MysqlAdapter) return mysql;
  if (adapter instanceof SqliteAdapter) return sqlite;

  throw new Error(
    `The database adapter ${adapter.constructor.name} is not known. Use PostgreSQL, MySQL, MariaDB or SQLite, ` +
      "by a Kysely dialect whose adapter extends Kysely's own.",
  );
}
