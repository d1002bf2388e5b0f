import { CompiledQuery, type DatabaseConnection, Kysely, MysqlDialect } from 'kysely';
import { StartError } from '../../kernel/errors.ts';
import type { ConnectServed } from './ServedConnection.ts';

/** MySQL and MariaDB. Read-only by a statement of each session, before its first query. */
export const connectMysql: ConnectServed = async (options) => {
  const { address, writable, poolSize, statementSeconds, onIdleError } = options;
  const { createConnection, createPool } = await driver();
  const settings = {
    uri: address.target,
    connectionLimit: poolSize,
    timezone: 'Z',
    charset: 'utf8mb4',
    supportBigNumbers: true,
    connectTimeout: 5_000,
    idleTimeout: 30_000,
  };
  const pool = createPool(settings);
  pool.on('connection', (connection) => connection.on('error', onIdleError));

  return new Kysely({
    dialect: new MysqlDialect({
      pool,
      // A second connection ends a query that was cancelled.
      controlConnection: () => createConnection(settings),
      onCreateConnection: async (connection) => {
        const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text));
        if (!writable) await run('set session transaction read only');
        // Instants as they are, whatever the zone of the server.
        await run("set session time_zone = '+00:00'");
        await limitStatements(connection, statementSeconds);
      },
    }),
  });
};

/** MariaDB counts seconds, MySQL milliseconds; each has a variable of its own. */
async function limitStatements(connection: DatabaseConnection, seconds: number): Promise<void> {
  const { rows } = await connection.executeQuery<{ version: string }>(
    CompiledQuery.raw('select version() as version'),
  );
  const isMariadb = /mariadb/i.test(rows[0]?.version ?? '');
  const limit = isMariadb ? `max_statement_time = ${seconds}` : `max_execution_time = ${seconds * 1000}`;
  await connection.executeQuery(CompiledQuery.raw(`set session ${limit}`));
}

async function driver() {
  try {
    return await import('mysql2');
  } catch (cause) {
    throw new StartError(
      'MySQL and MariaDB need the package mysql2, which is not installed. Run: npm install mysql2',
      { cause },
    );
  }
}
