import type { ChangedField } from '../changes/Change.ts';
import type { EditedRecord } from '../edit/EditTarget.ts';
import type { LockedColumns, lockRow } from '../edit/lockRow.ts';
import { readTexts, type StoredTexts } from '../edit/storedTexts.ts';
import type { formValues } from './formValues.ts';
import type { ParsedValues } from './parseRecord.ts';
import type { PlannedField } from './RecordPlan.ts';
import type { RecordWriting } from './writeFields.ts';

export type Locked = Awaited<ReturnType<typeof lockRow>>;

/** Field → exact text of its stored value. */
export type FieldTexts = ReadonlyMap<PlannedField, string | null>;

/** The columns that fields are written to, by record. */
export function fieldColumns(values: ParsedValues): LockedColumns {
  const written = [...values.keys()].flatMap((field) => field.written ?? []);

  return new Map(
    [...Map.groupBy(written, ({ record }) => record)].map(([record, ofRecord]) => [
      record,
      ofRecord.map(({ column }) => column),
    ]),
  );
}

/** Of the fields that are written; null if a function writes one of them, so that the change cannot be undone. */
export function fieldTexts(
  values: ParsedValues,
  stored: (record: EditedRecord) => StoredTexts | undefined,
): FieldTexts | null {
  const texts = new Map<PlannedField, string | null>();
  for (const field of values.keys()) {
    const { record, column } = field.written ?? {};
    const ofRecord = record && stored(record);
    if (ofRecord === undefined || column === undefined) return null;
    texts.set(field, ofRecord[column] ?? null);
  }

  return texts;
}

/** The same, as they are now. */
export async function fieldTextsNow(
  { plan, values, rawDb }: RecordWriting,
  locked: Locked,
): Promise<FieldTexts | null> {
  const { dialect } = plan.query.runtime;
  const stored = new Map<EditedRecord, StoredTexts>();
  for (const [record, columns] of fieldColumns(values)) {
    const found = locked.get(record)?.identified;
    if (found) stored.set(record, (await readTexts(rawDb, dialect, found, columns)) ?? {});
  }

  return fieldTexts(values, (record) => stored.get(record));
}

/** The fields of a change that is kept, with their values before and after. */
export function changedFields(
  current: ReturnType<typeof formValues>,
  before: FieldTexts,
  after: FieldTexts,
): Record<string, ChangedField> {
  return Object.fromEntries(
    [...before].map(([field, text]) => [
      field.name,
      { from: current[field.name] ?? null, before: text, after: after.get(field) ?? null },
    ]),
  );
}
