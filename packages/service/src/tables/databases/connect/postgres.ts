import { prepareRepeated } from '@rowhouse/tables-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { isServer } from '../../../kernel/database/detectPooler.ts';
import { endingPool } from '../../../kernel/database/endingPool.ts';
import { PooledPostgresDialect } from '../../../kernel/database/PooledPostgresDialect.ts';
import type { ConnectDatabase } from './ConnectOptions.ts';

/**
 * Read-only by each transaction: a function of a view may set `default_transaction_read_only` for the session, but cannot change
 * the running transaction. And by a startup parameter, which refuses poolers that do not keep the limits of this service.
 */
export const connectPostgres: ConnectDatabase = async (options) => {
  const { address, writable, poolSize, statementSeconds, onIdleError } = options;
  const settings = [
    `-c statement_timeout=${statementSeconds}s`,
    // As for the service's own database: compiling a page takes longer than running it.
    '-c jit=off',
    ...(writable ? [] : ['-c default_transaction_read_only=on']),
  ];
  /** Connections of PostgreSQL itself: a pooler may send their statements to another one. */
  const direct = new WeakSet<object>();
  const pool = new Pool({
    connectionString: withSettings(address.target, settings),
    max: poolSize,
    application_name: 'rowhouse',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: async (client) => {
      if (writable) {
        if (await isServer(client)) direct.add(client);
        return;
      }
      const { rows } = await client.query("select current_setting('default_transaction_read_only') as state");
      if (rows[0]?.state !== 'on') throw new Error(notReadOnly);
    },
  });
  pool.on('error', onIdleError);
  // For connections that end between two queries of a transaction; the next query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));

  // Read-only transactions end with the error of a statement that no longer fits its table.
  if (writable) prepareRepeated(pool, { on: (client) => direct.has(client) });
  const ending = endingPool(pool);

  return new Kysely({
    dialect: writable
      ? new PostgresDialect({ pool: ending })
      : new PooledPostgresDialect({ pool: ending, readOnly: true }),
  });
};

const notReadOnly =
  'The connection cannot be made read-only: a connection pooler or proxy drops its ' +
  'settings. Give the address of the server itself, or run: ALTER ROLE … SET default_transaction_read_only = on.';

function withSettings(target: string, settings: readonly string[]): string {
  const url = new URL(target);
  const given = url.searchParams.get('options');
  url.searchParams.delete('options');
  // Not by `searchParams`, which encodes a space as a plus sign.
  const options = encodeURIComponent([...(given ? [given] : []), ...settings].join(' '));

  return `${url.href}${url.search === '' ? '?' : '&'}options=${options}`;
}
