import { createDateFormatter } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import type { EditedRecord } from '../edit/EditTarget.ts';
import type { LockedColumns } from '../edit/lockRow.ts';
import { booleanOf } from '../format/booleanOf.ts';
import { readDate } from '../rows/readDate.ts';
import type { PlannedField, RecordPlan } from './RecordPlan.ts';
import { shownNumber } from './recordRules.ts';

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

      return [name, formValue(value, field, query)];
    }),
  );
}

function formValue(
  value: unknown,
  { type, kind, column }: PlannedField,
  { catalogue, context }: RecordPlan['query'],
): EditValue {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'boolean':
      return booleanOf(value) ?? null;
    case 'number':
      return shownNumber(String(value), column.meta.cents);
    case 'date': {
      const date = readDate(value, { kind, datesAreUtc: catalogue.datesAreUtc });
      if (date instanceof Date) return zonedText(date, context.timeZone);
      if (typeof date !== 'object' || date === null) return date ?? String(value);

      return [
        String(date.year).padStart(4, '0'),
        ...[date.month, date.day].map((part) => String(part).padStart(2, '0')),
      ].join('-');
    }
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

/** `2026-10-25T02:30:00.000+01:00`: the time of the zone, and which of two equal ones it is. */
function zonedText(instant: Date, timeZone: string): string {
  return createDateFormatter('Y-m-d\\TH:i:s.vP', timeZone).formatInstant(instant);
}
