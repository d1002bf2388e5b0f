import type { EditedValue } from '../definition/TableEdit.ts';
import { listText } from '../edit/parameter.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import type { PlannedField } from '../records/RecordPlan.ts';

/** A value as a text that the database reads as the type of the field's column; null for none. */
export function textIn(
  value: EditedValue | undefined,
  { kind, form }: Pick<PlannedField, 'kind' | 'form'>,
  dialect: Dialect,
): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return String(dialect.boolean(value, kind));

  if (typeof value !== 'string') return listText(value, form);

  return kind === 'timestamp' || kind === 'timestamptz' ? dialect.instant(new Date(value), kind) : value;
}
