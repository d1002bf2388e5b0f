import { type Expression, sql } from 'kysely';
import type { ColumnKind } from '../Dialect.ts';

/** Digits kept behind the decimal point of a summed decimal. */
const scale = 6;

/**
 * SQLite would sum decimals as doubles. Each is turned into a whole number of millionths first, so that the sum is
 * exact for values of up to six decimals and below 2^53 millionths (nine thousand million).
 */
export function sum(column: Expression<unknown>, kind: ColumnKind) {
  return kind === 'integer' || kind === 'float'
    ? { text: sql<string | null>`cast(sum(${column}) as text)`, scale: 0 }
    : {
        text: sql<
          string | null
        >`cast(sum(cast(round(${column} * ${sql.lit(10 ** scale)}) as integer)) as text)`,
        scale,
      };
}

/** SQLite keeps no row counts. */
export async function estimateRows(): Promise<null> {
  return null;
}
