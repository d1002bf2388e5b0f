import { type Expression, type SqlBool, sql } from 'kysely';
import type { ResolvedColumn } from './ColumnResolver.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** Whether a column has one of the values, given as texts, in a form that an index finds; null if it can have none. */
export function equalTexts(
  { expression, kind }: ResolvedColumn,
  texts: readonly string[],
  dialect: Dialect,
): Expression<SqlBool> | null {
  if (kind === 'text') return sql<SqlBool>`${expression} in (${sql.join(texts)})`;
  if (kind !== 'integer' && kind !== 'decimal' && kind !== 'float') {
    return dialect.hasIdentifier(expression, ...texts);
  }
  // Databases compare loosely: for MySQL, '12a' equals 12.
  const numbers = texts.filter((text) => /^(0|-?[1-9]\d{0,19})$/.test(text));

  return numbers.length === 0
    ? null
    : sql<SqlBool>`${expression} in (${sql.join(numbers.map((number) => dialect.number(number, kind)))})`;
}
