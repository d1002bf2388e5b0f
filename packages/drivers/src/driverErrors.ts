/** Codes of sockets and drivers: no database is reachable, or it is shutting down or starting up. */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  // PostgreSQL: shut down, crashed, starting up, database dropped, too many connections. Class 08 is added below.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  // MySQL, MariaDB.
  'PROTOCOL_CONNECTION_LOST',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  // SQLite: the file is not there, or cannot be opened.
  'SQLITE_CANTOPEN',
]);

/** Drivers and Kysely give these failures no code. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The client is closed|Client was closed|Can't add new command when connection is in closed state|Pool is closed|driver has already been destroyed)/i;

/** Whether the database of a query cannot be reached now, so that the same query may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnavailable);

  const code = codeOf(error);

  return (
    unavailableCodes.has(code) ||
    /^08\w{3}$/.test(code) ||
    // A socket file that does not exist; of other files ENOENT means something else.
    (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect') ||
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

/** Whether the database refused a compared value as such: out of range, or not of the column's type. */
export function isUnacceptableValue(error: unknown): boolean {
  return unacceptableCodes.has(codeOf(error));
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
  // The lowest eight bits are the error, those above say more about it: 5 is SQLITE_BUSY.
  return conflictCodes.has(codeOf(error)) || (sqliteCode(error) & 255) === 5;
}

/** PostgreSQL's statement_timeout, MySQL's max_execution_time, MariaDB's max_statement_time; KILL QUERY. */
const endedCodes = new Set(['57014', 'ER_QUERY_TIMEOUT', 'ER_STATEMENT_TIMEOUT', 'ER_QUERY_INTERRUPTED']);

/** Whether the database ended a statement because it took too long, or because its operator did. */
export function isStatementTimeout(error: unknown): boolean {
  return endedCodes.has(codeOf(error));
}

const lockCodes = new Set(['55P03', 'ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT']);

/** Whether a statement waited for a lock for as long as the database lets it. */
export function isLockTimeout(error: unknown): boolean {
  return lockCodes.has(codeOf(error));
}

const foreignKeyCodes = new Set([
  '23503',
  'ER_NO_REFERENCED_ROW',
  'ER_NO_REFERENCED_ROW_2',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
]);

/** Whether a row was refused because it refers to one that does not exist. */
export function isForeignKeyFault(error: unknown): boolean {
  return foreignKeyCodes.has(codeOf(error)) || sqliteCode(error) === 787;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Node's own SQLite gives all errors one code, and says more in a number. */
function sqliteCode(error: unknown): number {
  return codeOf(error) === 'ERR_SQLITE_ERROR' ? Number((error as { errcode?: unknown }).errcode) : 0;
}
