import type { EditedValue, EditHooks } from '../definition/TableEdit.ts';
import type { EditTarget } from '../edit/EditTarget.ts';
import type { EditRequest } from '../edit/parseEdit.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { RecordPlan } from '../records/RecordPlan.ts';
import type { StoredDates } from '../rows/readDate.ts';

/** A change of one cell, with everything read from its request. */
export interface Edit {
  /** Prepared for the request of this row. */
  readonly query: TableQuery;
  readonly row: string;
  readonly target: EditTarget;
  /** The cell as the first field of its record, with those that it depends on; null for rows that are no records. */
  readonly plan: RecordPlan | null;
  readonly value: EditedValue;
  readonly given: Pick<EditRequest, 'expected' | 'expectedExact' | 'version' | 'requestId'>;
  readonly hooks: EditHooks;
}

/** The stored value of the written column. */
export function storedAs({ target: { kind }, query: { catalogue } }: Edit): StoredDates {
  return { kind, datesAreUtc: catalogue.datesAreUtc };
}
