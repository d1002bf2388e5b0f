import { type Expression, sql } from 'kysely';
import type { ColumnKind } from '../../ColumnKind.ts';
import type { Sum } from '../Dialect.ts';

/** Larger doubles are not added, since a sum beyond the largest one silently becomes another number. */
const limit = sql.lit('1e290');
/** In place of such a sum; it stays beyond the limit in sums of groups. */
const beyond = sql.lit('1e300');

/** Maximum digits of the decimals in which the server keeps sums of groups; longer ones silently become another number. */
const mostDigits = 65;

export function sum(column: Expression<unknown>, kind: ColumnKind): Sum {
  if (kind === 'float') return { aggregates: [floatSum(column)], text: ([part]) => doubleText(part), amount };
  // Integers have 20 digits.
  if (kind === 'integer')
    return { aggregates: [sql`sum(${column})`], text: ([part]) => doubleText(part), amount };

  return {
    aggregates: [
      sql`sum(${column})`,
      sql`((max(abs(${column})) + 0e0) * count(${column}))`,
      sql`count(${column})`,
    ],
    text: ([part, bound, values]) => {
      const digits = sql`cast(${part} as char)`;
      const scale = sql`greatest(0, char_length(${digits}) - locate('.', concat(${digits}, '.')))`;
      const isLong = sql`${values} > 1 and locate('e', ${digits}) = 0
        and ${bound} > 9.9 * pow(10, ${sql.lit(mostDigits - 1)} - ${scale})`;

      return sql`case when ${isLong} then 'none' else ${doubleText(part)} end`;
    },
    amount,
  };
}

function amount([part]: readonly Expression<unknown>[]) {
  return sql`${part}`;
}

function doubleText(part: Expression<unknown> | undefined) {
  return sql<string>`case when abs(${part}) >= ${limit} + 0e0 then 'none' else cast(${part} as char) end`;
}

/** By their texts: a FLOAT of 0.1 would be added as 0.10000000149. */
function floatSum(column: Expression<unknown>) {
  const value = sql`(cast(${column} as char) + 0e0)`;

  return sql`case when max(abs(${value})) < (${limit} + 0e0) / count(${value}) then sum(${value})
    when count(${value}) > 0 then ${beyond} + 0e0 end`;
}
