import { say } from '@rowhouse/problems';
import type { EditedValue, EditHooks } from '../definition/TableEdit.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { describe } from '../request/parse/Faults.ts';
import type { StoredDates } from '../rows/readDate.ts';
import type { EditTarget } from './EditTarget.ts';
import type { EditRequest } from './parseEdit.ts';

/** A change of one cell, with everything read from its request. */
export interface Edit {
  /** Prepared for the request of this row. */
  readonly query: TableQuery;
  readonly row: string;
  readonly target: EditTarget;
  readonly value: EditedValue;
  readonly given: Pick<EditRequest, 'expected' | 'expectedExact' | 'version' | 'requestId'>;
  readonly hooks: EditHooks;
}

/** The stored value of the written column. */
export function storedAs({ target: { kind }, query: { catalogue } }: Edit): StoredDates {
  return { kind, datesAreUtc: catalogue.datesAreUtc };
}

export function notFound(row: string): TableError {
  return new TableError(
    'tables.row_not_found',
    say`The row ${describe(row)} does not exist or was deleted. Reload the table.`,
  );
}
