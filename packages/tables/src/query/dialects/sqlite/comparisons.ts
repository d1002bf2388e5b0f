import type { ComparisonOperator } from '@rowhouse/table-protocol';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { ColumnKind, LikeMatch } from '../Dialect.ts';
import { likePattern } from '../likePattern.ts';
import { utcText } from '../utcText.ts';

type Column = Expression<unknown>;

/** SQLite's LIKE ignores the case of ASCII letters, and of no others. */
export function like(
  column: Column,
  _kind: ColumnKind,
  _operator: ComparisonOperator,
  match: LikeMatch,
): Expression<SqlBool> {
  return sql<SqlBool>`${column} like ${likePattern(match, '!')} escape '!'`;
}

/** SQLite keeps decimals as doubles, so that is what they have to be compared with. */
export function number(value: string) {
  return sql`${isLongInteger(value) ? BigInt(value) : Number(value)}`;
}

/** A whole number that a double would round, and that 64 bits hold. */
function isLongInteger(value: string): boolean {
  return /^-?\d{16,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}

export function boolean(value: boolean): number {
  return Number(value);
}

/** Dates are texts in several spellings here; SQLite's own functions make them one. */
export function dateColumn(column: Column, kind: ColumnKind): Column {
  return kind === 'date' ? sql`date(${column})` : sql`strftime('%Y-%m-%d %H:%M:%f', ${column})`;
}

/** Text, whatever the driver. */
export const clockProbe = sql<{ probe: unknown }>`select '2000-07-01 12:00:00' as probe`;

export function instant(value: Date): string {
  return utcText(value);
}

/** What is no column has no type, to which the text of a number would be equal. */
export function hasIdentifier(rowId: Column, text: string): Expression<SqlBool> {
  return /^-?\d{1,19}$/.test(text)
    ? sql<SqlBool>`${rowId} in (${text}, ${number(text)})`
    : sql<SqlBool>`${rowId} = ${text}`;
}
