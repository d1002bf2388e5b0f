/** Codes that say something of the database, its connections or its tables, and nothing of the record. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_NO_SUCH_TABLE',
  'ER_BAD_FIELD_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_ACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_RECORD_FILE_FULL',
  'ER_DISK_FULL',
]);

/**
 * Classes of PostgreSQL: connection, transaction undone, names and privileges, resources, not in a state for it,
 * operator's intervention, system, internal.
 */
const classes = /^(?:08|25|28|3D|3F|40|42|53|55|57|58|XX)/;

/** pg gives some failures no code; Node's own SQLite says its own in words. */
const messages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Can't add new command when connection is in closed state|Pool is closed|driver has already been destroyed|database is locked|no such table|no such column|database or disk is full|disk I\/O error|attempt to write a readonly database)/;

/** Whether the same may succeed later, since the fault is not in what was to be written. */
export function isPassing(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isPassing);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';

  return codes.has(code) || (code.length === 5 && classes.test(code)) || messages.test(error.message);
}
