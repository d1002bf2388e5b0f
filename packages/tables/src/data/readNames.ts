import type { NamedRow, NamesResponse } from '@rowhouse/table-protocol';
import type { AnyRow } from '../definition/TableContext.ts';
import { identifierColumn } from '../edit/EditTarget.ts';
import { columnSource, filterSource } from '../plan/columnSource.ts';
import { planQuery } from '../plan/planQuery.ts';
import type { QueryPlan, SearchPlan } from '../plan/QueryPlan.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import type { NamesRequest } from '../request/SummaryRequest.ts';
import { computeRows } from '../rows/computeRows.ts';
import { nameColumns, rowName } from '../rows/rowName.ts';
import { type Observed, unobserved } from '../runtime/Observation.ts';
import type { Reads } from '../runtime/reads.ts';
import { findRow } from './readRow.ts';
import { readWindow } from './readWindow.ts';

/** The names of rows, in their order, by one statement; without counts. A second one finds the row that comes first. */
export async function readNames(
  data: TableQuery,
  names: NamesRequest,
  reads: Reads,
): Promise<Observed<NamesResponse>> {
  const { limit, first, terms } = names;
  const plan = planNames(data, names);
  const [page, wanted] = await Promise.all([
    readWindow({ ...data, plan }, { fromEnd: false, offset: 0, limit }, reads.page),
    first === null || terms.length > 0 ? [] : findRow(data, first, reads),
  ]);
  const { dtRowId } = data.table.template;
  const ids = new Set(wanted.map((row) => String(row[dtRowId])));
  const rows = [...wanted, ...page.value.filter((row) => !ids.has(String(row[dtRowId])))].slice(0, limit);

  return {
    value: {
      names: (await computeRows(rows, data, reads.page)).map((row) => namedRow(row as AnyRow, data)),
    },
    seen: wanted.length === 0 ? page.seen : unobserved,
  };
}

function planNames({ table, context, query }: TableQuery, { terms, limit }: NamesRequest): QueryPlan {
  const { template, definition } = table;
  const named = nameColumns(template).filter((column) => columnSource(table, column) !== null);
  const naming = template.rowName ? named : named.slice(0, 1);
  const searched = naming.length > 0 ? naming : template.columns.filter(({ meta }) => meta.searchable);
  const search: SearchPlan | null =
    terms.length === 0
      ? null
      : {
          columns: searched.flatMap((column) => columnSource(table, column) ?? []),
          keys: [...new Set([...(definition.searchKeys ?? []), ...identifierData(query)])].map((data) =>
            filterSource(table, data),
          ),
          mode: 'full',
          operator: template.comparisonOperator,
          terms,
        };
  const sort = naming.map(({ name }) => ({ column: name, direction: 'ASC' }) as const);
  const plan = planQuery(table, { ...context.request, sort, search: null });

  return Object.freeze({
    ...plan,
    search,
    start: 0,
    length: limit,
    filtered: search !== null || plan.filters.length > 0,
  });
}

/** The row identifier as `table.column`, where a search can compare it. */
function identifierData(query: HostQuery): string[] {
  const found = identifierColumn(query);
  const kind = found?.table.columns.get(found.column)?.kind;
  const { toHost } = query.names;

  return found && (kind === 'integer' || kind === 'text')
    ? [`${toHost(found.alias)}.${toHost(found.column)}`]
    : [];
}

function namedRow(row: AnyRow, { table: { template } }: TableQuery): NamedRow {
  const id = row[template.dtRowId];
  const sent = typeof id === 'number' ? id : String(id);

  return { id: sent, name: rowName(row, template) ?? String(sent) };
}
