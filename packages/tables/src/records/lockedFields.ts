import type { LockedColumns } from '../edit/lockRow.ts';
import type { ResponseRow } from '../rows/computeRows.ts';
import type { Locked } from './fieldTexts.ts';
import { formColumns, formValues } from './formValues.ts';
import type { ParsedValues } from './parseRecord.ts';
import type { RecordPlan } from './RecordPlan.ts';

/** The record of the row, and those that the values are written to: a row may lack others. */
export function lockedColumns(plan: RecordPlan, values: ParsedValues): LockedColumns {
  const written = new Set([plan.record, ...[...values.keys()].map((field) => field.written?.record)]);

  return new Map([...formColumns(plan)].filter(([record]) => written.has(record)));
}

/** Field → value as clients send it, of the fields whose records are locked. `shown`: the row as the data route returns it. */
export function lockedValues(
  { query, fields }: RecordPlan,
  locked: Locked,
  shown: ResponseRow,
): ReturnType<typeof formValues> {
  const ofLocked = fields.filter(({ written }) => written === null || locked.has(written.record));

  return formValues({ query, fields: ofLocked }, (record) => locked.get(record)?.values, shown);
}
