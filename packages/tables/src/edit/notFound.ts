import { say } from '@rowhouse/problems';
import { TableError } from '../errors.ts';
import { describe } from '../request/parse/Faults.ts';

export function notFound(row: string): TableError {
  return new TableError(
    'tables.row_not_found',
    say`The row ${describe(row)} does not exist or was deleted. Reload the table.`,
  );
}
