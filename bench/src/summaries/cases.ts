import type { FacetsResponse, GroupsResponse } from '@rowhouse/table-protocol';
import type { TableResponse } from '@rowhouse/tables';

/** Value → number of rows, of one column. */
export type Counts = Record<string, number>;

export interface Case {
  readonly title: string;
  readonly payload: object;
  /** The same by hand. */
  readonly sql: string;
  /** The counts of a response, of all columns together. */
  ofResponse(response: TableResponse): Counts;
  ofRows(rows: readonly Record<string, unknown>[]): Counts;
}

export const timeZone = 'Europe/Berlin';
const columns = { status: 'o.status', paid: 'o.paid', currency: 'o.currency', country: 'c.country_code' };
const expressions = Object.values(columns);
const facets = expressions.map((column) => column.replace('o.', 'orders.').replace('c.', 'customers.'));
const from = 'from orders o left join customers c on c.id = o.customer_id';

export const cases: readonly Case[] = [
  facetCase('facets of four columns', ''),
  facetCase('facets of four columns, under a filter', 'where o.items >= 3'),
  groupCase('groups of a column, with two totals', { column: 'status' }, 'o.status'),
  groupCase(
    'groups of a month, with two totals',
    { column: 'placed_at', step: 'month' },
    `to_char(date_trunc('month', o.placed_at at time zone '${timeZone}'), 'YYYY-MM-DD')`,
    `date_trunc('month', o.placed_at at time zone '${timeZone}')`,
  ),
];

function facetCase(title: string, where: string): Case {
  return {
    title,
    payload: {
      ...(where && { intervals: { orders: { items: { min: 3 } } } }),
      meta: { forceInfo: true, facets },
    },
    sql: `select ${expressions.map((column, index) => `${column}::text as v${index}, grouping(${column}) as g${index}`).join(', ')},
      count(*) as n ${from} ${where} group by grouping sets (${expressions.map((column) => `(${column})`).join(', ')})`,
    ofResponse: (response) =>
      Object.fromEntries(
        Object.values((response as FacetsResponse).facets).flatMap(({ values }, index) =>
          values.map(({ value, count }) => [`${index} ${value}`, count] as const),
        ),
      ),
    ofRows: (rows) => {
      const found = rows.map((row) => {
        const index = expressions.findIndex((_column, place) => row[`g${place}`] === 0);

        return { index, key: `${index} ${row[`v${index}`]}`, count: Number(row.n) };
      });
      const most = Map.groupBy(found, ({ index }) => index)
        .values()
        .flatMap((values) => values.toSorted((a, b) => b.count - a.count).slice(0, 100));

      return Object.fromEntries([...most].map(({ key, count }) => [key, count]));
    },
  };
}

function groupCase(title: string, level: object, key: string, grouped = key): Case {
  return {
    title,
    payload: { meta: { forceInfo: true, length: 1000, groups: [level] } },
    sql: `select ${key}::text as value, grouping(${grouped}) as whole, count(*) as n, sum(o.total)::text as total,
      sum(o.tax)::text as tax from orders o group by grouping sets ((${grouped}), ()) order by 1`,
    ofResponse: (response) =>
      Object.fromEntries(
        (response as GroupsResponse).groups.map(({ value, count, total }) => [
          `${value} ${String(total.total).replaceAll(',', '')}`,
          count,
        ]),
      ),
    ofRows: (rows) =>
      Object.fromEntries(
        rows
          .filter(({ whole }) => whole === 0)
          .map(({ value, total, n }) => [`${value} ${total}`, Number(n)]),
      ),
  };
}
