import { type Expression, sql } from 'kysely';
import type { OrderTerm } from '../../../plan/QueryPlan.ts';

/** PostgreSQL takes nulls for the largest value; the words are left out where they say what holds anyway, for the index's sake. */
export function orderItem(column: Expression<unknown>, term: Pick<OrderTerm, 'direction' | 'nulls'>) {
  if (term.direction === 'ASC') {
    return term.nulls === 'first' ? sql`${column} asc nulls first` : sql`${column} asc`;
  }

  return term.nulls === 'last' ? sql`${column} desc nulls last` : sql`${column} desc`;
}
