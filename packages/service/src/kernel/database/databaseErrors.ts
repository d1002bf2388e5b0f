import { isUnavailable } from '@rowhouse/drivers';
import {
  isLockTimeout,
  isOutOfConnections,
  isStatementTimeout,
  isUnknownName,
} from '@rowhouse/drivers/internal';
import { isOfApplication } from '@rowhouse/tables/internal';
import { StartError } from '../../base/errors.ts';

/** An error and its causes. Null in place of an error of the application, such as that of a hook or of an export's output. */
function* causesOf(error: unknown): Generator<Error | null> {
  for (
    let depth = 0, current = error;
    current instanceof Error && depth < 5;
    depth++, current = current.cause
  ) {
    if (isOfApplication(current)) yield null;
    yield current;
  }
}

/** Whether an error or one of its causes means that the database cannot be reached. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    // It may be an error of another network connection.
    if (cause === null) return false;
    if (isUnavailable(cause)) return true;
  }

  return false;
}

/** Which time limit cancelled a statement: that of the query or of its wait for a lock; null for other errors. */
export function whyDatabaseBusy(error: unknown): 'query' | 'lock' | null {
  for (const cause of causesOf(error)) {
    if (isStatementTimeout(cause)) return 'query';
    if (isLockTimeout(cause)) return 'lock';
  }
  return null;
}

/** Whether an error means that a statement names a table or a column that the database does not have, or has with another type. */
export function namesUnknown(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (cause === null) return false;
    if (isUnknownName(cause)) return true;
  }

  return false;
}

/** Whether an error means that the server accepts no more connections. */
export function lacksConnections(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (cause === null) return false;
    if (isOutOfConnections(cause)) return true;
  }

  return false;
}

/** For the operator, after the reason. */
export const connectionRemedy =
  'Raise its limit (max_connections, or that of the user), lower ROWHOUSE_DATABASE_POOL_SIZE, or stop other programs that use it.';

/** For parts of a process that cannot start; null for other errors. */
export function connectionFault(error: unknown): StartError | null {
  if (!lacksConnections(error)) return null;

  return new StartError(
    `The database server accepts no more connections: ${(error as Error).message}. ${connectionRemedy}`,
    { cause: error },
  );
}
