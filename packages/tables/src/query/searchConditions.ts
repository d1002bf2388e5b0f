import type { SearchMode } from '@rowhouse/table-protocol';
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { SearchPlan } from '../plan/QueryPlan.ts';
import type { ColumnResolver, ResolvedColumn } from './ColumnResolver.ts';
import type { Dialect, LikeMatch } from './dialects/Dialect.ts';
import { equalTexts } from './equalTexts.ts';

type Condition = Expression<SqlBool>;

const eb: ExpressionBuilder<AnyDatabase, string> = expressionBuilder<AnyDatabase, string>();

/** One condition per term, which must match any of the columns, or equal any of the keys. */
export function searchConditions(search: SearchPlan, resolve: ColumnResolver, dialect: Dialect): Condition[] {
  const columns = search.columns.map(resolve);
  const keys = search.keys.map(resolve);

  return search.terms.map((term) => {
    const matches = [
      ...columns.map((column) => textCondition(column, search, term, dialect)),
      ...keys.flatMap((key) => keyCondition(key, search, term, dialect) ?? []),
    ];

    return search.mode === 'doesntContain' ? eb.and(matches) : eb.or(matches);
  });
}

/** Compares one column with a text in a search mode. */
export function textCondition(
  column: ResolvedColumn,
  { mode, operator }: Pick<SearchPlan, 'mode' | 'operator'>,
  text: string,
  dialect: Dialect,
): Condition {
  const like = dialect.like(column.expression, column.kind, operator, likeMatch(mode, text));

  // Null contains no text, but NOT LIKE of null is neither true nor false.
  return mode === 'doesntContain' ? eb.or([sql<SqlBool>`${column.expression} is null`, eb.not(like)]) : like;
}

/** Compares a key with a text as a whole, in any search mode; null if it has no such value. */
export function keyCondition(
  key: ResolvedColumn,
  { mode, operator }: Pick<SearchPlan, 'mode' | 'operator'>,
  text: string,
  dialect: Dialect,
): Condition | null {
  // An index finds these, and not a comparison without regard to case.
  const texts = operator === 'ILIKE' ? [...new Set([text, text.toUpperCase(), text.toLowerCase()])] : [text];
  const equal = equalTexts(key, key.kind === 'text' ? texts : [text], dialect);

  return equal && mode === 'doesntContain'
    ? eb.or([sql<SqlBool>`${key.expression} is null`, eb.not(equal)])
    : equal;
}

function likeMatch(mode: SearchMode, text: string): LikeMatch {
  return {
    text,
    openStart: mode === 'full' || mode === 'endsWith' || mode === 'doesntContain',
    openEnd: mode === 'full' || mode === 'startsWith' || mode === 'doesntContain',
  };
}
