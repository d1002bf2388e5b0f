import { type RawBuilder, sql } from 'kysely';
import type { ColumnKind } from '../query/ColumnKind.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import type { EditedValue } from './parseEditValue.ts';

/** The value as a statement parameter for a column of that kind. */
export function parameter(value: EditedValue, kind: ColumnKind, dialect: Dialect): RawBuilder<unknown> {
  if (value === null) return sql`null`;
  if (typeof value === 'boolean') return sql`${dialect.boolean(value, kind)}`;
  if (kind === 'timestamp' || kind === 'timestamptz') return sql`${dialect.instant(new Date(value), kind)}`;
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float';

  return isNumber ? dialect.number(value, kind) : sql`${value}`;
}
