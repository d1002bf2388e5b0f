import { isConflict, isUnavailable } from '@rowhouse/drivers';

/** Codes that say something of the database or its tables, and nothing of the record. */
const codes = new Set([
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

/** Node's own SQLite says its errors in words. */
const messages =
  /^(?:database is locked|no such table|no such column|database or disk is full|disk I\/O error|attempt to write a readonly database)/;

/** Whether the same may succeed later, since the fault is not in what was to be written. */
export function isPassing(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isPassing);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';

  return (
    isUnavailable(error) ||
    isConflict(error) ||
    codes.has(code) ||
    (code.length === 5 && classes.test(code)) ||
    messages.test(error.message)
  );
}
