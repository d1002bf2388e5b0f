import { type Expression, type SqlBool, sql } from 'kysely';
import { falseWords } from '../../format/booleanOf.ts';
import type { LikeMatch } from './Dialect.ts';

/** A LIKE pattern that matches the text's own `%`, `_` and escape characters literally. */
export function likePattern({ text, openStart, openEnd }: LikeMatch, escapeCharacter: '\\' | '!'): string {
  const special = escapeCharacter === '\\' ? /[\\%_]/g : /[!%_]/g;
  const literal = text.replace(special, (character) => escapeCharacter + character);

  return `${openStart ? '%' : ''}${literal}${openEnd ? '%' : ''}`;
}

/** `YYYY-MM-DD HH:MM:SS.mmm` in UTC, the literal for comparing with columns without a zone. */
export function utcText(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}

/** Whether a column has one of some values. */
export function isOneOf(column: Expression<unknown>, values: readonly unknown[]) {
  return values.length === 1
    ? sql<SqlBool>`${column} = ${values[0]}`
    : sql<SqlBool>`${column} in (${sql.join(values)})`;
}

/** A number as a boolean; an index can find it. */
export function isFlag(column: Expression<unknown>, value: boolean) {
  return value ? sql<SqlBool>`${column} <> 0` : sql<SqlBool>`${column} = 0`;
}

/** A text as a boolean. */
export function isWord(column: Expression<unknown>, value: boolean) {
  const words = sql.join(falseWords.map((word) => sql.lit(word)));

  return sql<SqlBool>`lower(${column}) ${value ? sql`not in` : sql`in`} (${words})`;
}
