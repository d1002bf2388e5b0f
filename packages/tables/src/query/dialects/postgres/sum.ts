import { type Expression, sql } from 'kysely';
import type { ColumnKind } from '../../ColumnKind.ts';
import type { Sum } from '../Dialect.ts';

/**
 * The digits of floats are added as decimals: their own sum would have noise, and fail beyond the largest float. By their
 * texts, since a cast of floats rounds to 15 digits. NaN and infinity are also values of decimals.
 */
export function sum(column: Expression<unknown>, kind: ColumnKind): Sum {
  const value = kind === 'float' ? sql`cast(cast(${column} as text) as numeric)` : column;

  return {
    aggregates: [sql`sum(${value})`],
    text: ([part]) => sql`cast(${part} as text)`,
    amount: ([part]) => sql`${part}`,
  };
}
