import { isLockTimeout, isStatementTimeout } from '@rowhouse/drivers';

/** What kept the database from finishing a statement in its time; null for other errors. */
export function whyDatabaseBusy(error: unknown): 'query' | 'lock' | null {
  for (
    let depth = 0, current = error;
    current instanceof Error && depth < 5;
    depth++, current = current.cause
  ) {
    if (isStatementTimeout(current)) return 'query';
    if (isLockTimeout(current)) return 'lock';
  }
  return null;
}
