import { say } from '@rowhouse/problems';
import { TableError } from '../errors.ts';
import type { TableRequest } from '../request/TableRequest.ts';

/** Throws `tables.rows_changed` if an action is for another number of rows than the user has confirmed. */
export function assertConfirmed({ confirmed }: Pick<TableRequest, 'confirmed'>, rows: number): void {
  if (confirmed === null || confirmed === rows) return;

  throw new TableError(
    'tables.rows_changed',
    say`The action is for ${rows} rows now, and ${confirmed} were confirmed, so nothing was changed. Look at the rows, and confirm again if it still applies.`,
    { extensions: { confirmed, rows } },
  );
}
