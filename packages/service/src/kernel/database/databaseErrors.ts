import { isLockTimeout, isStatementTimeout, isUnavailable } from '@rowhouse/drivers';
import { isOfApplication } from '@rowhouse/tables';

/** Whether an error or one of its causes means that the database cannot be reached. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (
    let depth = 0, current = error;
    current instanceof Error && depth < 5;
    depth++, current = current.cause
  ) {
    // A network error of the application, such as that of a hook or of an export's output.
    if (isOfApplication(current)) return false;
    if (isUnavailable(current)) return true;
  }

  return false;
}

/** Which time limit cancelled a statement: that of the query or of its wait for a lock; null for other errors. */
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
