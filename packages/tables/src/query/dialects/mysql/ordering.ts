import { type Expression, sql } from 'kysely';
import type { OrderTerm } from '../../../plan/QueryPlan.ts';

/** MySQL takes null for the smallest value, and has no words to say otherwise. */
export function orderItem(column: Expression<unknown>, term: Pick<OrderTerm, 'direction' | 'nulls'>) {
  if (term.direction === 'ASC') {
    return term.nulls === 'last' ? sql`${column} is null, ${column} asc` : sql`${column} asc`;
  }

  return term.nulls === 'first' ? sql`${column} is null desc, ${column} desc` : sql`${column} desc`;
}
