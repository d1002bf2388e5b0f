import { prepareRepeated } from '@rowhouse/tables-postgres';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { StartError } from '../../base/errors.ts';
import type { Config } from '../config/Config.ts';
import { endingPool } from './endingPool.ts';
import { type ConnectionPool, connectionTimeout, limitedPool } from './limitedPool.ts';
import { PooledPostgresDialect, requestSettings, type StatementLimits } from './PooledPostgresDialect.ts';
import { destinationOf } from './primaryHost.ts';

/**
 * The tables of the service. Each module declares its own by declaration merging:
 *
 *     declare module '../../kernel/database/Database.ts' {
 *       interface Database { notifications: NotificationsTable }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface Database {}

interface ConnectOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Called when an idle connection ends. */
  readonly onIdleError: (error: Error) => void;
  /** Seconds after which PostgreSQL cancels a statement, or its wait for a lock; 0: never. Defaults to no limits. */
  readonly limits?: StatementLimits;
  /** Whether the URL connects to a pooler in transaction mode. Defaults to false. */
  readonly pooled?: boolean | undefined;
}

export interface Connection {
  readonly db: Kysely<Database>;
  /** The same pool, of which at most some connections are used at the same time. */
  limited(size: number): Kysely<Database>;
  /** Current connections of the pool; `waiting` are requests for one. */
  counts(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Creates a connection pool. Connects at the first query, which fails if the database is unavailable. */
export function connect({ url, poolSize, onIdleError, limits, pooled = false }: ConnectOptions): Connection {
  const pool = new Pool({
    ...destinationOf(url),
    max: poolSize,
    application_name: 'rowhouse',
    connectionTimeoutMillis: connectionTimeout,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A statement, since PgBouncer refuses these as startup parameters.
    ...(limits &&
      !pooled && {
        onConnect: (client) => client.query(requestSettings(limits, 'set')),
      }),
  });
  // Without a listener, the error of an idle connection would end the process.
  pool.on('error', onIdleError);
  // The same for a connection in use between two queries, as in a transaction. Its next query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // A pooler in transaction mode would send the statements of one connection to another.
  if (!pooled) prepareRepeated(pool);
  const on = (connections: ConnectionPool) =>
    new Kysely<Database>({
      dialect: pooled
        ? new PooledPostgresDialect({ pool: connections, limits })
        : new PostgresDialect({ pool: connections }),
    });
  const db = on(endingPool(pool));
  return {
    db,
    limited: (size) => on(limitedPool(pool, size)),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  };
}

/** The connections of requests, in three pools, so that slow queries do not delay what every request needs first. */
export interface RequestConnections extends Omit<Connection, 'limited'> {
  /** For the tables of the application, which may be locked: they leave connections of `db` to all else. */
  readonly tables: Kysely<Database>;
  /** For sessions, sign-in, API keys and roles. */
  readonly access: Kysely<Database>;
  /** For `/ready` only. */
  readonly readiness: Kysely<Database>;
}

interface RequestConnectionsOptions {
  readonly url: string;
  readonly config: Pick<Config, 'databasePoolSize' | 'databaseLimits'>;
  readonly pooled: boolean;
  readonly onIdleError: (error: Error) => void;
}

/** How the connections of requests are shared: a third for access; of the others, a quarter is not for the application's tables. */
export function requestShares(databasePoolSize: number) {
  const access = Math.max(1, Math.floor(databasePoolSize / 3));
  const main = databasePoolSize - access;

  return { access, main, tables: Math.max(1, main - Math.max(1, Math.floor(main / 4))) };
}

/** Opens pools of `databasePoolSize` connections in total, a third of them for access, and one more for readiness. */
export function connectRequests({
  url,
  config,
  pooled,
  onIdleError,
}: RequestConnectionsOptions): RequestConnections {
  const { databasePoolSize, databaseLimits: limits } = config;
  const shares = requestShares(databasePoolSize);
  const open = (poolSize: number) => connect({ url, poolSize, onIdleError, limits, pooled });
  const main = open(shares.main);
  const access = open(shares.access);
  const readiness = open(1);

  return {
    db: main.db,
    tables: main.limited(shares.tables),
    access: access.db,
    readiness: readiness.db,
    counts: () => {
      const pools = [main, access, readiness].map(({ counts }) => counts());
      const sum = (name: keyof ReturnType<Connection['counts']>) =>
        pools.reduce((total, pool) => total + pool[name], 0);

      return { total: sum('total'), idle: sum('idle'), waiting: sum('waiting') };
    },
    close: async () => {
      await Promise.all([main.close(), access.close(), readiness.close()]);
    },
  };
}

/**
 * Adds a search path to a connection URL: the service's own schema, then `public`, where applications have their tables. It
 * applies to every connection, including raw SQL and libraries.
 */
export function withSearchPath(url: string, schema: string): string {
  const option = encodeURIComponent(`-c search_path=${schema},public`);
  const given = /([?&]options=)([^&]*)/;
  if (given.test(url)) return url.replace(given, (_, name, value) => `${name}${value}%20${option}`);

  return `${url}${url.includes('?') ? '&' : '?'}options=${option}`;
}

/** The first schema of the search path, in which connections create tables. */
export async function ownSchema<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(db);

  return (
    (rows[0]?.path ?? '')
      .split(',')[0]
      ?.trim()
      .replace(/^"(.*)"$/, '$1') ?? ''
  );
}

/** A connection pooler may ignore the requested search path; the tables would then be those of other programs. */
export async function checkSearchPath<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  const schemaInUse = await ownSchema(db);
  if (schemaInUse === schema) return;
  throw new StartError(
    `DATABASE_URL: its connections use the schema "${schemaInUse}" first, not "${schema}". A connection pooler ignores the ` +
      `search path that the service requests. ${poolerRemedy(schema)}`,
  );
}

export function poolerRemedy(schema: string): string {
  return (
    'Let the pooler set it: in PgBouncer, ignore_startup_parameters = options and, in the line of this database, ' +
    `connect_query = 'set search_path to ${schema}, public'.`
  );
}
