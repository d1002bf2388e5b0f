/** Codes of drivers and sockets that say: no database answers, or it is going down or coming up. */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'PROTOCOL_CONNECTION_LOST',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
]);

/** pg gives these failures no code. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Can't add new command when connection is in closed state|driver has already been destroyed)/;

/** Whether an error says that the database cannot be reached now, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.every(isDatabaseUnavailable);
  }

  const code = codeOf(error);

  return (
    (code !== null && (unavailableCodes.has(code) || code.startsWith('08'))) ||
    unavailableMessages.test(error.message)
  );
}

const unacceptableCodes = new Set([
  // PostgreSQL: out of range, not a date, date out of range, bytes outside the encoding, not the text of such a value.
  '22003',
  '22007',
  '22008',
  '22021',
  '22P02',
  '22P05',
  // MySQL: not a date, characters outside the column's character set.
  'ER_WRONG_VALUE',
  'ER_CANT_AGGREGATE_2COLLATIONS',
  'ER_CANT_AGGREGATE_NCOLLATIONS',
]);

/** Whether the database refused a compared value as such. */
export function isUnacceptableValue(error: unknown): boolean {
  const code = codeOf(error);

  return code !== null && unacceptableCodes.has(code);
}

/** PostgreSQL's statement_timeout, MySQL's max_execution_time, MariaDB's max_statement_time; KILL QUERY. */
const endedCodes = new Set(['57014', 'ER_QUERY_TIMEOUT', 'ER_STATEMENT_TIMEOUT', 'ER_QUERY_INTERRUPTED']);

/** Whether the database ended a query because it took too long, or because its operator said so. */
export function isQueryEnded(error: unknown): boolean {
  const code = codeOf(error);

  return code !== null && endedCodes.has(code);
}

const lockCodes = new Set(['55P03', 'ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT']);

/** Whether a statement waited for a lock for as long as the database lets it. */
export function isLockTimeout(error: unknown): boolean {
  const code = codeOf(error);

  return code !== null && lockCodes.has(code);
}

const conflictCodes = new Set([
  // PostgreSQL: deadlock, serialization failure.
  '40P01',
  '40001',
  // MySQL, MariaDB: deadlock, waited too long for a lock, changed since the transaction's snapshot.
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  // SQLite: another process writes.
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
]);

/** Whether the database undid work because other transactions were in its way, so that the same may succeed again. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);

  return (
    code !== null &&
    // Node's own SQLite gives all errors one code, and this one the number 5, perhaps with more in the higher bits.
    (conflictCodes.has(code) ||
      (code === 'ERR_SQLITE_ERROR' && (Number((error as { errcode?: unknown }).errcode) & 255) === 5))
  );
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
