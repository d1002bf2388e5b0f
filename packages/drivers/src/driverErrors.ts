/**
 * The server has no connection left, for everybody or for this user: PostgreSQL (`too many clients already`, `remaining
 * connection slots are reserved`, `too many connections for role`); MySQL (`Too many connections`, `max_user_connections`).
 */
const connectionCodes = [
  '53300',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
];

/** PgBouncer, whose code is that of other faults of the protocol, too. */
const connectionMessages = /no more connections allowed/i;

/** Whether the server accepts no more connections, so that its operator has to allow more. It is unavailable, too. */
export function isOutOfConnections(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.some(isOutOfConnections);

  return connectionCodes.includes(codeOf(error)) || connectionMessages.test(error.message);
}

/** Error codes of sockets and drivers: the database is unreachable, shutting down or starting up. */
const unavailableCodes = new Set([
  ...connectionCodes,
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
  // PostgreSQL: shut down, crashed, starting up, database dropped. Class 08 is added below.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // MySQL, MariaDB.
  'PROTOCOL_CONNECTION_LOST',
  'ER_SERVER_SHUTDOWN',
  // SQLite: the file does not exist or cannot be opened.
  'SQLITE_CANTOPEN',
]);

/** Errors of drivers and Kysely without a code. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The client is closed|Client was closed|Can't add new command when connection is in closed state|Pool is closed|driver has already been destroyed)/i;

/** Whether the database is unavailable, so that the same query may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnavailable);

  const code = codeOf(error);

  return (
    unavailableCodes.has(code) ||
    /^08\w{3}$/.test(code) ||
    // A missing socket file; for other files ENOENT means something else.
    (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect') ||
    unavailableMessages.test(error.message)
  );
}

const unacceptableCodes = new Set([
  // PostgreSQL: out of range, invalid date, date out of range, invalid bytes, invalid text of the type.
  '22003',
  '22007',
  '22008',
  '22021',
  '22P02',
  '22P05',
  // MySQL: invalid date, characters outside the column's character set.
  'ER_WRONG_VALUE',
  'ER_CANT_AGGREGATE_2COLLATIONS',
  'ER_CANT_AGGREGATE_NCOLLATIONS',
]);

/** Whether the database refused a compared value: out of range, or invalid for the type of the column. */
export function isUnacceptableValue(error: unknown): boolean {
  return unacceptableCodes.has(codeOf(error));
}

const conflictCodes = new Set([
  // PostgreSQL: deadlock, serialization failure.
  '40P01',
  '40001',
  // MySQL, MariaDB: deadlock, lock timeout, changed since the transaction's snapshot.
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  // SQLite: another connection is writing.
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
]);

/** Whether the database rolled back because of concurrent transactions, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  // The lowest eight bits are the primary error code: 5 is SQLITE_BUSY.
  return conflictCodes.has(codeOf(error)) || (sqliteCode(error) & 255) === 5;
}

/** PostgreSQL's statement_timeout, MySQL's max_execution_time, MariaDB's max_statement_time; KILL QUERY. */
const timeoutCodes = new Set(['57014', 'ER_QUERY_TIMEOUT', 'ER_STATEMENT_TIMEOUT', 'ER_QUERY_INTERRUPTED']);

/** Whether the database cancelled a statement, by a time limit or by its operator. */
export function isStatementTimeout(error: unknown): boolean {
  return timeoutCodes.has(codeOf(error));
}

const lockCodes = new Set(['55P03', 'ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT']);

/** Whether a statement exceeded the time limit for locks. */
export function isLockTimeout(error: unknown): boolean {
  return lockCodes.has(codeOf(error));
}

/** How PostgreSQL, MySQL, MariaDB and SQLite name a column that they do not know. */
const unknownColumns: readonly RegExp[] = [
  /^column (.+) does not exist$/,
  /^Unknown column '(.+)' in /,
  /^no such column: (.+)$/,
];

/** The column, as the statement names it, that the database does not know; null for other errors. */
export function unknownColumn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const name = unknownColumns.map((pattern) => pattern.exec(error.message)?.[1]).find(Boolean);

  return name?.replaceAll('"', '') ?? null;
}

const unknownNameCodes = new Set([
  // PostgreSQL: table, column, schema, operator or function of these types.
  '42P01',
  '42703',
  '3F000',
  '42883',
  // MySQL, MariaDB. The last one: a view refers to a missing table or column.
  'ER_NO_SUCH_TABLE',
  'ER_BAD_FIELD_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_VIEW_INVALID',
]);

/** SQLite, which has no code for them, and PostgreSQL's prepared statements of columns that have changed. */
const unknownNameMessages = /^(no such (table|column): |cached plan must not change result type)/;

/** Whether a statement names a table or a column that the database does not have, or has with another type. */
export function isUnknownName(error: unknown): boolean {
  return (
    error instanceof Error && (unknownNameCodes.has(codeOf(error)) || unknownNameMessages.test(error.message))
  );
}

const foreignKeyCodes = new Set([
  '23503',
  'ER_NO_REFERENCED_ROW',
  'ER_NO_REFERENCED_ROW_2',
  'ER_ROW_IS_REFERENCED',
  'ER_ROW_IS_REFERENCED_2',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
]);

/** Whether a change was refused because a row would refer to a missing one. */
export function isForeignKeyFault(error: unknown): boolean {
  return foreignKeyCodes.has(codeOf(error)) || sqliteCode(error) === 787;
}

const refusedCodes = new Set([
  // PostgreSQL: not null, unique, check, exclusion. The class 22 is added below.
  '23502',
  '23505',
  '23514',
  '23P01',
  // MySQL, MariaDB.
  'ER_BAD_NULL_ERROR',
  'ER_CHECK_CONSTRAINT_VIOLATED',
  'ER_CONSTRAINT_FAILED',
  'ER_DATA_TOO_LONG',
  'ER_DUP_ENTRY',
  'ER_NO_DEFAULT_FOR_FIELD',
  'ER_TRUNCATED_WRONG_VALUE',
  'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD',
  'ER_WARN_DATA_OUT_OF_RANGE',
  'ER_WRONG_VALUE',
  'WARN_DATA_TRUNCATED',
]);

/** Whether the database refused a written value: by its type, its length, or a constraint of the table. */
export function isRefusedWrite(error: unknown): boolean {
  const code = codeOf(error);

  return (
    refusedCodes.has(code) ||
    /^22\w{3}$/.test(code) ||
    isForeignKeyFault(error) ||
    isMariaCheck(error) ||
    // SQLite's primary codes SQLITE_CONSTRAINT and SQLITE_MISMATCH, and better-sqlite3's names of them.
    [19, 20].includes(sqliteCode(error) & 255) ||
    /^SQLITE_(CONSTRAINT|MISMATCH)/.test(code)
  );
}

/** What a database says of the one value that it refused. */
export interface RefusedColumn {
  readonly column: string;
  readonly reason: 'missing' | 'tooLong' | 'outOfRange' | 'wrongType';
}

/** How MySQL, MariaDB and SQLite name the column; PostgreSQL names that of a missing value only, as a member of the error. */
const refusals: readonly (readonly [RegExp, RefusedColumn['reason']])[] = [
  [/^(?:Column|Field) '(.+)' (?:cannot be null|doesn't have a default value)/, 'missing'],
  [/^NOT NULL constraint failed: .*\.(.+)$/, 'missing'],
  [/^Data too long for column '(.+)'/, 'tooLong'],
  [/^Out of range value for column '(.+)'/, 'outOfRange'],
  [/^Data truncated for column '(.+)'/, 'wrongType'],
  [/^(?:Incorrect|Invalid) .+ value: '[\s\S]*' for column (.+) at row \d+$/, 'wrongType'],
  [/^cannot store \w+ value in \w+ column [^.]*\.(.+)$/, 'wrongType'],
];

/** The column whose value the database refused; null if the error names none. */
export function refusedColumn(error: unknown): RefusedColumn | null {
  if (!(error instanceof Error)) return null;
  for (const [pattern, reason] of refusals) {
    const [, name] = pattern.exec(error.message) ?? [];
    if (name !== undefined) return { column: columnIn(name), reason };
  }
  if (codeOf(error) !== '23502' || !('column' in error)) return null;

  return { column: String(error.column), reason: 'missing' };
}

/** `` `shop`.`films`.`year` ``, also in quotes, → year */
function columnIn(name: string): string {
  const [last = name] = /(?:`(?:[^`]|``)+`|[^`.'"]+)(?=['"]?$)/.exec(name) ?? [];

  return last.replace(/^`(.*)`$/, '$1').replaceAll('``', '`');
}

/** A CHECK of MariaDB, whose number mysql2 has no name for. */
function isMariaCheck(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && error.errno === 4025;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Node's SQLite has one code for all errors, and the number in `errcode`. */
function sqliteCode(error: unknown): number {
  return codeOf(error) === 'ERR_SQLITE_ERROR' ? Number((error as { errcode?: unknown }).errcode) : 0;
}
