import { isUnavailable } from '@rowhouse/drivers';
import { isLockTimeout, isOutOfConnections, isStatementTimeout } from '@rowhouse/drivers/internal';
import { TableError } from '../errors.ts';
import { isOfApplication } from './applicationErrors.ts';

/** Runs work on the database. Errors of the driver become a `TableError`; those of the application stay as they are. */
export async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isOfApplication(error) ? error : translate(error);
  }
}

function translate(error: unknown): unknown {
  const cause = { cause: error };

  if (isOutOfConnections(error)) {
    return new TableError(
      'tables.database_unavailable',
      'The database server accepts no more connections. Try again in a moment. If the problem persists, ask the operator ' +
        'to allow more connections on the server, or to use smaller connection pools.',
      cause,
    );
  }
  if (isUnavailable(error)) {
    return new TableError(
      'tables.database_unavailable',
      'The database is unavailable. Try again in a moment.',
      cause,
    );
  }
  if (isStatementTimeout(error)) {
    return new TableError(
      'tables.query_timeout',
      'The query took too long and the database cancelled it. Narrow the search or the filters and try again.',
      cause,
    );
  }
  if (isLockTimeout(error)) {
    return new TableError(
      'tables.busy',
      'Another transaction has locked the table or its rows. Try again in a moment.',
      cause,
    );
  }

  return error;
}
