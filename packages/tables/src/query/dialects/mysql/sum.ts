import { type Expression, sql } from 'kysely';
import type { ColumnKind, Sum } from '../Dialect.ts';

/** Larger doubles are not added, since a sum beyond the largest one silently becomes another number. */
const limit = sql.lit('1e290');
/** In place of such a sum; it stays beyond the limit in sums of groups. */
const beyond = sql.lit('1e300');

export function sum(column: Expression<unknown>, kind: ColumnKind): Sum {
  return {
    parts: [kind === 'float' ? floatSum(column) : sql`sum(${column})`],
    text: ([part]) =>
      sql`case when abs(${part}) >= ${limit} + 0e0 then 'none' else cast(${part} as char) end`,
    amount: ([part]) => sql`${part}`,
  };
}

/** By their texts: a FLOAT of 0.1 would be added as 0.10000000149. */
function floatSum(column: Expression<unknown>) {
  const value = sql`(cast(${column} as char) + 0e0)`;

  return sql`case when max(abs(${value})) < (${limit} + 0e0) / count(${value}) then sum(${value})
    when count(${value}) > 0 then ${beyond} + 0e0 end`;
}
