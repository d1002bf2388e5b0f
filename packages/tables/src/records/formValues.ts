import type { EditValue } from '@rowhouse/table-protocol/internal';
import type { EditedRecord } from '../edit/EditTarget.ts';
import { editValue } from '../edit/editValue.ts';
import type { LockedColumns } from '../edit/lockRow.ts';
import type { RecordPlan } from './RecordPlan.ts';

/** Values of the columns of records, as the driver returns them. */
export type StoredValues = (record: EditedRecord) => Readonly<Record<string, unknown>> | undefined;

/** The columns that the fields show, by record; that of the row identifier is the first. */
export function formColumns({ record, fields }: Pick<RecordPlan, 'record' | 'fields'>): LockedColumns {
  const columns = new Map<EditedRecord, string[]>([[record, []]]);
  for (const { written } of fields) {
    if (written) columns.set(written.record, [...(columns.get(written.record) ?? []), written.column]);
  }

  return columns;
}

/** Field → value as clients send it. Fields that a function writes have the value of the row, as it is shown. */
export function formValues(
  { query, fields }: Pick<RecordPlan, 'query' | 'fields'>,
  stored: StoredValues,
  shown: Readonly<Record<string, unknown>>,
): Record<string, EditValue> {
  return Object.fromEntries(
    fields.map((field) => {
      const { written, name } = field;
      const value = written ? stored(written.record)?.[written.column] : shown[name];

      return [name, editValue(value, field, query)];
    }),
  );
}
