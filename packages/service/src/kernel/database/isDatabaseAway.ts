import { isUnavailable } from '@rowhouse/drivers';
import { isOfApplication } from '@rowhouse/tables';

/** Whether an error, or one that it wraps, says that the database cannot be reached, as opposed to having refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  for (
    let depth = 0, current = error;
    current instanceof Error && depth < 5;
    depth++, current = current.cause
  ) {
    // A hook's own socket, or the output of an export.
    if (isOfApplication(current)) return false;
    if (isUnavailable(current)) return true;
  }

  return false;
}
