import { mostFacetValues } from '@rowhouse/table-protocol/internal';
import { type RawBuilder, sql } from 'kysely';
import type { AggregateSource } from './aggregateSource.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** Facets over the same rows. `facets` are their indexes, in the order of the columns. */
export interface FacetSource extends AggregateSource {
  readonly facets: readonly number[];
}

export interface FacetRow {
  readonly facet: number | string;
  readonly value: string | number | null;
  readonly n: number | string;
  /** Number of distinct values of the facet. */
  readonly kinds: number | string;
}

/**
 * The values of all facets with their counts, by descending count per facet, in one statement. On PostgreSQL the facets
 * of one source are counted in one scan:
 *
 * ```sql
 * select facet, value, n, kinds from (
 *   select …, row_number() over (partition by facet order by n desc, value) as place, count(*) over (partition by facet) as kinds
 *   from (
 *     select case when grouping(c0) = 0 then 0 else 1 end as facet, …, count(*) as n
 *     from (select orders.status as c0, orders.paid as c1 from orders where …) as counted
 *     group by grouping sets ((c0), (c1))
 *   ) as facets
 * ) as ranked where place <= 100 order by facet, place
 * ```
 */
export function facetQuery(sources: readonly FacetSource[], dialect: Dialect): RawBuilder<FacetRow> {
  const counted = sources.flatMap((source) =>
    dialect.summaries.groupingSets && source.columns.length > 1
      ? [setsOf(source, dialect)]
      : source.facets.map((_facet, index) => oneOf(source, index, dialect)),
  );

  return sql<FacetRow>`
    select facet, value, n, kinds from (
      select facet, value, n,
        row_number() over (partition by facet order by n desc, value) as place,
        count(*) over (partition by facet) as kinds
      from (${sql.join(counted, sql` union all `)}) as facets
    ) as ranked
    where place <= ${sql.lit(mostFacetValues)} order by facet, place`;
}

function setsOf({ rows, columns, facets }: FacetSource, { summaries }: Dialect): RawBuilder<unknown> {
  const expressions = columns.map(({ expression }) => expression);
  const grouped = (value: (index: number) => RawBuilder<unknown>) =>
    sql`case ${sql.join(
      expressions.map((column, index) => sql`when grouping(${column}) = 0 then ${value(index)}`),
      sql` `,
    )} end`;
  const query = rows
    .select(grouped((index) => sql.lit(facets[index])).as('facet'))
    .select(grouped((index) => summaries.text(expressions[index] ?? sql.lit(null))).as('value'))
    .select(sql`count(*)`.as('n'))
    .groupBy(sql`grouping sets (${sql.join(expressions.map((column) => sql`(${column})`))})`);

  return sql`select facet, value, n from ${query} as ${sql.ref('counts')}`;
}

function oneOf({ rows, columns, facets }: FacetSource, index: number, { summaries }: Dialect) {
  const column = columns[index]?.expression ?? sql.lit(null);
  const query = rows.select([sql`${column}`.as('value'), sql`count(*)`.as('n')]).groupBy(sql`1`);

  return sql`select ${sql.lit(facets[index])} as facet, ${summaries.text(sql.ref('counts.value'))} as value, n
    from ${query} as ${sql.ref('counts')}`;
}
