import { type Expression, sql } from 'kysely';
import type { ColumnKind } from '../../ColumnKind.ts';
import type { Sum } from '../Dialect.ts';

type Column = Expression<unknown>;

/** Whole numbers below it are added exactly, as often as a table can have rows. */
const billion = sql.lit(1_000_000_000);
/** More than every number: no sum that contains it is finite. */
const infinite = sql.raw('9e999');

/**
 * SQLite has no decimals, its integers overflow with an error, and its doubles round. So a number is split by its digits:
 * thousand millions, the nine digits before the point, the eight after it, and the next seven, which is as far as doubles
 * have digits. Each part is added as an integer. A column has values of any type: with a text, bytes, or a number of more
 * digits, there is no sum.
 */
export function sum(column: Column, kind: ColumnKind): Sum {
  return kind === 'float' ? floatSum(column) : digitSum(kind === 'integer' ? column : numberOf(column));
}

const places = [
  { start: 1, length: 10, exponent: 9 },
  { start: 11, length: 9, exponent: 0 },
  { start: 21, length: 8, exponent: -8 },
  { start: 29, length: 7, exponent: -15 },
] as const;

function digitSum(value: Column): Sum {
  const digits = sql`printf('%035.15f', abs(${value}))`;
  const isExact = sql`abs(${value}) < 1e19 and abs(cast(${digits} as real) - abs(${value})) <= abs(${value}) * 1e-15`;
  const sign = sql`case when ${value} < 0 then -1 else 1 end`;
  // Most numbers have few digits, and arithmetic takes a tenth of the time of texts.
  const isShort = sql`abs(${value}) < 1e9 and round(${value} * 1e6) / 1e6 = ${value}`;
  const millionths = sql`cast(round(${value} * 1e6) as integer)`;
  const zero = sql.lit(0);
  const integers = [sql`${value} / ${billion}`, sql`${value} % ${billion}`, zero, zero];
  const shorts = [zero, sql`${millionths} / 1000000`, sql`${millionths} % 1000000 * 100`, zero];
  const part = ({ start, length }: (typeof places)[number], index: number) => sql`sum(case typeof(${value})
    when 'integer' then ${integers[index]}
    when 'real' then case
      when ${isShort} then ${shorts[index]}
      when ${isExact} then cast(substr(${digits}, ${sql.lit(start)}, ${sql.lit(length)}) as integer) * ${sign}
      else ${infinite} end
    when 'null' then null
    else ${infinite} end)`;

  return {
    aggregates: places.map(part),
    text: (parts) =>
      sql`${sql.join(
        parts.map((each, index) => sql`${each} || ${sql.lit(`e${places[index]?.exponent}`)}`),
        sql` || ' ' || `,
      )}`,
    amount: (parts) =>
      sql`(${sql.join(
        parts.map((each, index) => sql`${each} * ${sql.raw(`1e${places[index]?.exponent}`)}`),
        sql` + `,
      )})`,
  };
}

/** Numbers in columns of texts. */
function numberOf(column: Column) {
  const isNumber = sql`${column} glob '*[0-9]*' and not ${column} glob '*[^0-9.-]*'
    and not ${column} glob '?*-*' and not ${column} glob '*.*.*' and length(${column}) <= 16`;

  return sql`case when typeof(${column}) = 'text' and ${isNumber} then ${column} + 0 else ${column} end`;
}

/** Doubles are added as doubles; a NaN would be null. */
function floatSum(column: Column): Sum {
  const total = sql`sum(${column})`;

  return {
    aggregates: [
      sql`case when abs(${total}) < ${infinite} then ${total} when count(${column}) > 0 then ${infinite} end`,
    ],
    // As text it would lose digits.
    text: ([part]) => sql`${part}`,
    amount: ([part]) => sql`${part}`,
  };
}
