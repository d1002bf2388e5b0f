import { type RawBuilder, sql } from 'kysely';
import type { EditedValue } from '../definition/TableEdit.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import { jsonList, type ListItems, type StoredForm } from '../query/StoredForm.ts';

/** What is known of a column that is written. */
export interface WrittenColumn {
  readonly kind: ColumnKind;
  readonly form?: StoredForm | null;
}

/** The value as a statement parameter for the column. */
export function parameter(
  value: EditedValue,
  { kind, form }: WrittenColumn,
  dialect: Dialect,
): RawBuilder<unknown> {
  if (value === null) return sql`null`;
  if (typeof value === 'boolean') return sql`${dialect.boolean(value, kind)}`;
  if (typeof value !== 'string') return sql`${listText(value, form)}`;
  // Such as an array of arrays, as the database writes it.
  if (form) return sql`${value}`;
  if (kind === 'timestamp' || kind === 'timestamptz') return sql`${dialect.instant(new Date(value), kind)}`;
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float';

  return isNumber ? dialect.number(value, kind) : sql`${value}`;
}

/** A list as the text that the column stores. */
export function listText(items: ListItems, form: StoredForm | null | undefined): string {
  return form?.kind === 'list' ? form.write(items) : jsonList.write(items);
}
