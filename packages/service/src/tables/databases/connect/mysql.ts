import { storedMysqlValues } from '@rowhouse/drivers';
import { Kysely, MysqlDialect } from 'kysely';
import { StartError } from '../../../base/errors.ts';
import type { ConnectDatabase } from './ConnectOptions.ts';
import { ReadOnlyMysqlDialect } from './ReadOnlyMysqlDialect.ts';

/** MySQL and MariaDB. */
export const connectMysql: ConnectDatabase = async (options) => {
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
  pool.on('connection', (connection) => {
    connection.on('error', onIdleError);
    const onFailure = (error: Error | null) => {
      if (error === null) return;
      onIdleError(error);
      connection.destroy();
    };
    const prepare = () => {
      connection.query(sessionSettings(statementSeconds), onFailure);
      // For CREATE and DROP, which end the transaction of `ReadOnlyMysqlDialect` before they run.
      if (!writable) connection.query('set session transaction read only', onFailure);
    };
    prepare();
    if (writable) return;
    const release = connection.release.bind(connection);
    // The driver sends these before the next statements of the connection.
    connection.release = () => {
      connection.reset(() => undefined);
      prepare();
      release();
    };
  });
  // Cancels queries over a second connection.
  const config = { pool, controlConnection: () => createConnection(settings) };

  return new Kysely({ dialect: writable ? new MysqlDialect(config) : new ReadOnlyMysqlDialect(config) });
};

/** Independent of the server's time zone. MariaDB and MySQL have different limits, in seconds and milliseconds, in comments for each. */
function sessionSettings(seconds: number): string {
  return `set session time_zone = '+00:00'
    /*M!100101 , max_statement_time = ${seconds} */
    /*!50708 , max_execution_time = ${seconds * 1000} */`;
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
