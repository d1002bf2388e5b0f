import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { Database } from './Database.ts';

export interface ConnectOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Told about connections that end while they are idle. */
  readonly onIdleError: (error: Error) => void;
  /** Seconds after which PostgreSQL ends a statement, or one that waits for a lock; 0: never. None by default. */
  readonly limits?: { readonly statementSeconds: number; readonly lockSeconds: number };
}

export interface Connection {
  readonly db: Kysely<Database>;
  /** Connections of this process now. */
  counts(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Opens a pool on the database. Nothing is sent before the first query, which fails when the database is away. */
export function connect({ url, poolSize, onIdleError, limits }: ConnectOptions): Connection {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'rowhouse',
    // A request waits this long for the database before it is answered with 503.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A statement and no startup parameter, which PgBouncer would refuse.
    ...(limits && {
      onConnect: (client) =>
        client.query(
          `set statement_timeout = '${limits.statementSeconds}s'; set lock_timeout = '${limits.lockSeconds}s'`,
        ),
    }),
  });
  // Without a listener the end of an idle connection would end the process.
  pool.on('error', onIdleError);
  // The same holds for one that is held between two queries, as in a transaction: its next query fails then.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  };
}
