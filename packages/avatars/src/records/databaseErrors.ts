/** Codes of drivers and sockets that say: no database answers, or it is going down or coming up. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  'PROTOCOL_CONNECTION_LOST',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
]);

/** pg gives these failures no code. */
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Can't add new command when connection is in closed state)/;

/** Whether the database cannot be reached now, so that the same may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseAway);
  const code = codeOf(error);

  return awayCodes.has(code) || code.startsWith('08') || awayMessages.test((error as Error)?.message);
}

const conflictCodes = new Set([
  // PostgreSQL: deadlock, serialization failure.
  '40P01',
  '40001',
  // MySQL, MariaDB: deadlock, waited too long for a lock, changed since it was read.
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
]);

/** Whether the database undid work because other transactions were in its way, so that the same may succeed again. */
export function isConflict(error: unknown): boolean {
  return conflictCodes.has(codeOf(error)) || (sqliteCode(error) & 255) === 5;
}

/** Whether a row was refused because it refers to one that is not there. */
export function isForeignKeyFault(error: unknown): boolean {
  const code = codeOf(error);

  return (
    ['23503', 'ER_NO_REFERENCED_ROW', 'ER_NO_REFERENCED_ROW_2', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(
      code,
    ) || sqliteCode(error) === 787
  );
}

/** Whether a compared value was refused as such: out of range, or not of the column's type. */
export function isUnacceptableValue(error: unknown): boolean {
  return ['22003', '22021', '22P02', 'ER_CANT_AGGREGATE_2COLLATIONS'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Node's own SQLite gives all errors one code, and says more in a number. */
function sqliteCode(error: unknown): number {
  return codeOf(error) === 'ERR_SQLITE_ERROR' ? Number((error as { errcode?: unknown }).errcode) : 0;
}
