import type { SearchMode } from '@rowhouse/table-protocol';
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import type { SearchPlan } from '../plan/QueryPlan.ts';
import type { ColumnResolver, ResolvedColumn } from './ColumnResolver.ts';
import type { Dialect, LikeMatch } from './dialects/Dialect.ts';

type Condition = Expression<SqlBool>;

const eb: ExpressionBuilder<AnyDatabase, string> = expressionBuilder<AnyDatabase, string>();

/** One condition per term, which must match any of the columns. */
export function searchConditions(search: SearchPlan, resolve: ColumnResolver, dialect: Dialect): Condition[] {
  const columns = search.columns.map(resolve);

  return search.terms.map((term) => {
    const matches = columns.map((column) => textCondition(column, search, term, dialect));

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

function likeMatch(mode: SearchMode, text: string): LikeMatch {
  return {
    text,
    openStart: mode === 'full' || mode === 'endsWith' || mode === 'doesntContain',
    openEnd: mode === 'full' || mode === 'startsWith' || mode === 'doesntContain',
  };
}
