import { sql } from 'kysely';
import type { AggregateQuery } from './aggregateQuery.ts';
import type { AggregateSource } from './aggregateSource.ts';
import type { ResolvedColumn } from './ColumnResolver.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** Kind of a column, as far as statistics depend on it. */
export type StatisticsKind = 'number' | 'date' | 'other';

/** `count`, `filled` (rows with a value), `kinds` (distinct values), and for numbers and dates `least` and `most`. */
export function statisticsQuery(
  { rows, columns: [column] }: AggregateSource,
  kind: StatisticsKind,
  { summaries, dateColumn }: Dialect,
): AggregateQuery {
  const own = column ?? { expression: sql.lit(null), kind: 'other' };
  const value = filledValue(own, summaries);
  const ordered = kind === 'date' ? dateColumn(own.expression, own.kind) : own.expression;
  const bound = (aggregate: 'min' | 'max') => {
    const found = sql`${sql.raw(aggregate)}(${ordered})`;

    return kind === 'date' ? found : summaries.text(found);
  };
  const query = rows.select([
    sql`count(*)`.as('count'),
    sql`count(${value})`.as('filled'),
    sql`count(distinct ${value})`.as('kinds'),
  ]);

  return (
    kind === 'other' ? query : query.select([bound('min').as('least'), bound('max').as('most')])
  ) as AggregateQuery;
}

/** Null for an empty text. Values that may not be comparable, such as JSON, are compared as text. */
function filledValue({ expression, kind }: ResolvedColumn, { comparable }: Dialect['summaries']) {
  switch (kind) {
    case 'text':
      return sql`nullif(${expression}, '')`;
    case 'other':
      return sql`nullif(${comparable(expression)}, '')`;
    default:
      return expression;
  }
}
