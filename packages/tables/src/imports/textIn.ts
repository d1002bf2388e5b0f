import type { EditedValue } from '../edit/parseEditValue.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import type { PlannedField } from '../records/RecordPlan.ts';

/** A value as a text that the database reads as the type of the field's column; null for none. */
export function textIn(
  value: EditedValue | undefined,
  { kind }: Pick<PlannedField, 'kind'>,
  dialect: Dialect,
): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return String(dialect.boolean(value, kind));

  return kind === 'timestamp' || kind === 'timestamptz' ? dialect.instant(new Date(value), kind) : value;
}
