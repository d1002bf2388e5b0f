import { storedMysqlValues } from '@rowhouse/drivers';
import { CompiledQuery, type DatabaseConnection, Kysely, MysqlDialect } from 'kysely';
import { StartError } from '../../kernel/errors.ts';
import type { ConnectServed } from './connectServed.ts';

/** MySQL and MariaDB. A statement makes each session read-only before its first query. */
export const connectMysql: ConnectServed = async (options) => {
  const { address, writable, poolSize, statementSeconds, onIdleError } = options;
  const { createConnection, createPool } = await driver();
  const settings = {
    uri: address.target,
    connectionLimit: poolSize,
    charset: 'utf8mb4',
    ...storedMysqlValues,
    connectTimeout: 5_000,
    idleTimeout: 30_000,
  };
  const pool = createPool(settings);
  pool.on('connection', (connection) => connection.on('error', onIdleError));

  return new Kysely({
    dialect: new MysqlDialect({
      pool,
      // Cancels queries over a second connection.
      controlConnection: () => createConnection(settings),
      onCreateConnection: async (connection) => {
        const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text));
        if (!writable) await run('set session transaction read only');
        // Independent of the server's time zone.
        await run("set session time_zone = '+00:00'");
        await limitStatements(connection, statementSeconds);
      },
    }),
  });
};

/** MariaDB and MySQL have different variables, in seconds and milliseconds. */
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
