import { say } from '@rowhouse/problems';
import type { Facet, FacetsResponse } from '@rowhouse/table-protocol';
import { mostFacetValues } from '@rowhouse/table-protocol/internal';
import type { EnumMap } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import { invalidField } from '../errors.ts';
import { filterSource } from '../plan/columnSource.ts';
import { branchesOf, conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { queryKey } from '../query/aggregateQuery.ts';
import { aggregateSource } from '../query/aggregateSource.ts';
import { type FacetRow, type FacetSource, facetQuery } from '../query/facetQuery.ts';
import type { FacetRequest } from '../request/SummaryRequest.ts';
import type { Reads } from '../runtime/reads.ts';
import { columnValue, labelOf } from './columnValue.ts';
import { allowsFullInfo } from './fullInfo.ts';
import { relationLabels } from './relationLabels.ts';

/** The values of filters with their counts, by one statement. A filter does not count for its own facet. */
export async function readFacets(
  data: TableQuery,
  facets: readonly FacetRequest[],
  reads: Reads,
): Promise<FacetsResponse> {
  const compiled = facetQuery(sourcesOf(data, facets), data.runtime.dialect).compile(data.runtime.db);

  if (!(await allowsFullInfo(data, reads))) return { facets: {}, fullRecordInfo: false };

  const counted = await reads.share(`facets\n${queryKey(compiled)}`, (run) => run(compiled));
  const found = Object.groupBy(counted, ({ facet }) => Number(facet));

  const read = facets.map(
    async (facet, index) => [facet.data, await facetOf(data, facet, found[index] ?? [], reads)] as const,
  );

  return { facets: Object.fromEntries(await Promise.all(read)), fullRecordInfo: true };
}

/** Facets without a filter of their own are counted over the same rows. */
function sourcesOf(data: TableQuery, facets: readonly FacetRequest[]): FacetSource[] {
  const { summaries } = data.runtime.dialect;
  const numbered = facets.map(({ data: facet, type }, index) => ({ facet, type, index }));
  const isFiltered = (facet: string) => data.context.request.filters.some((filter) => filter.data === facet);
  const [own, shared] = [true, false].map((filtered) =>
    numbered.filter(({ facet }) => isFiltered(facet) === filtered),
  );
  const groups = [...(shared?.length ? [shared] : []), ...(own ?? []).map((facet) => [facet])];

  return groups.map((group) => {
    const plan = withoutFilters(
      data,
      group.map(({ facet }) => facet),
    );
    const columns = group.map(({ facet, index }) => ({
      name: columnName(data, facet, index),
      source: filterSource(data.table, facet),
    }));
    const rows = { conditions: conditionsOf(plan), branches: branchesOf(plan) };
    const source = aggregateSource(data.runtime.db, data.query, data.resolve, columns, rows);

    return {
      rows: source.rows,
      columns: source.columns.map((column, index) =>
        group[index]?.type === 'boolean'
          ? { ...column, expression: summaries.truth(column.expression, column.kind) }
          : column,
      ),
      facets: group.map(({ index }) => index),
    };
  });
}

/** Of a plan, only the conditions of the request's own filters on these columns are omitted. */
function withoutFilters(data: TableQuery, facets: readonly string[]): TableQuery {
  const own = new Set(data.context.request.filters.filter((filter) => facets.includes(filter.data)));
  const filters = data.plan.filters.filter((plan) => !('filter' in plan && own.has(plan.filter)));

  return { ...data, plan: { ...data.plan, filters } };
}

/** Throws `tables.invalid_request` if a grouped or distinct query does not select the filtered column. */
function columnName({ query, table }: TableQuery, facet: string, index: number): string | null {
  const column = table.template.columns.find(({ data }) => data === facet);

  if (column || query.decomposable) return column?.name ?? null;

  throw invalidField(
    `meta.facets.${index}`,
    say`"${facet}" is not a column of this table, whose rows are groups or distinct; leave it out.`,
  );
}

async function facetOf(
  query: TableQuery,
  { data, type }: FacetRequest,
  rows: readonly FacetRow[],
  reads: Reads,
): Promise<Facet> {
  const { table, resolve } = query;
  const kind = query.query.decomposable ? resolve(filterSource(table, data)).kind : 'other';
  const values = rows.map((row) => ({ value: columnValue(row.value, type, kind), count: Number(row.n) }));
  const filled = values.flatMap(({ value }) => value ?? []);
  const related = type === 'select' ? await relationLabels(query, data, filled, reads) : null;
  const labels = type === 'enum' ? enumLabels(table, data) : undefined;

  return {
    values: values.map(({ value, count }) => ({
      value,
      label: related ? (related.get(String(value)) ?? null) : labelOf(value, labels),
      count,
    })),
    more: Math.max(0, Number(rows[0]?.kinds ?? 0) - mostFacetValues),
  };
}

/** Of a filter, or of the filtered column. */
function enumLabels({ template, enums }: Table, facet: string): EnumMap | undefined {
  const named = [...template.filters, ...template.columns].find(
    ({ data, enum: name }) => data === facet && name !== null,
  );

  return enums[named?.enum ?? ''];
}
