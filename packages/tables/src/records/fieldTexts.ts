import type { ChangedField } from '../changes/Change.ts';
import type { EditedRecord } from '../edit/EditTarget.ts';
import type { lockRow } from '../edit/lockRow.ts';
import { readTexts, type StoredTexts } from '../edit/storedTexts.ts';
import type { formValues } from './formValues.ts';
import type { PlannedField } from './RecordPlan.ts';
import type { RecordWriting } from './writeFields.ts';

export type Locked = Awaited<ReturnType<typeof lockRow>>;

/** Field → exact text of its stored value. */
export type FieldTexts = ReadonlyMap<PlannedField, string | null>;

/** Of the fields that are written; null if a function writes one of them, so that the change cannot be undone. */
export async function fieldTexts(
  { plan, values, rawDb }: RecordWriting,
  locked: Locked,
): Promise<FieldTexts | null> {
  const { dialect } = plan.query.runtime;
  const fields = [...values.keys()];
  const stored = new Map<EditedRecord, StoredTexts>();
  for (const [record, ofRecord] of Map.groupBy(fields, ({ written }) => written?.record ?? null)) {
    const found = record && locked.get(record)?.identified;
    if (!found) return null;
    const columns = ofRecord.flatMap(({ written }) => written?.column ?? []);
    stored.set(found.record, (await readTexts(rawDb, dialect, found, columns)) ?? {});
  }

  return new Map(
    fields.map((field) => {
      const { record, column } = field.written ?? {};

      return [field, (record && column && stored.get(record)?.[column]) ?? null] as const;
    }),
  );
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
