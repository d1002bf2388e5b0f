import { type SpelledFilters, spelledFilters } from '../conditions/conditions.ts';
import type { TableState } from '../table/TableState.ts';

/** A state as saved views, addresses and storage have it. */
export type SpelledState = Omit<TableState, 'conditions'> & SpelledFilters;

export function spelledState({ conditions, ...state }: Partial<TableState>): Partial<SpelledState> {
  const { filters, where } = spelledFilters(conditions ?? []);

  return { ...state, ...(filters.length > 0 && { filters }), ...(where && { where }) };
}
