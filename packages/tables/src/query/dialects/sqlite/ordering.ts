import { type Expression, sql } from 'kysely';
import type { OrderTerm } from '../../../plan/QueryPlan.ts';

/** SQLite takes null for the smallest value. */
export function orderItem(column: Expression<unknown>, term: Pick<OrderTerm, 'direction' | 'nulls'>) {
  if (term.direction === 'ASC') {
    return term.nulls === 'last' ? sql`${column} asc nulls last` : sql`${column} asc`;
  }

  return term.nulls === 'first' ? sql`${column} desc nulls first` : sql`${column} desc`;
}
