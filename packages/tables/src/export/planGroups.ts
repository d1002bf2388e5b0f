import type { ExportFileFormat } from '@rowhouse/table-protocol/internal';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import { type GroupLevel, groupLevel, groupSource, groupTotals } from '../prepare/groupLevel.ts';
import { conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { groupedRows } from '../query/groupedRows.ts';
import type { Builder } from '../query/HostQuery.ts';
import type { GroupsRequest } from '../request/SummaryRequest.ts';
import type { TableRequest } from '../request/TableRequest.ts';

/** The groups of an export, below the path of its request. */
export interface ExportGroups {
  readonly levels: readonly GroupLevel[];
  /** Totals of each group, without those that are only needed for sorting. */
  readonly totals: readonly TotalPlan[];
  /** All rows, in the order of their groups, with the columns of `groupedRows`. */
  readonly query: Builder;
  /** Of each of `totals`, as of `totalsQuery`. */
  /** Whether groups have their own lines, with count and totals. */
  readonly outlined: boolean;
}

/** Only spreadsheets have lines for groups; in CSV a program would read them as rows. */
export function isOutlined(format: ExportFileFormat): boolean {
  return format === 'xlsx';
}

/** The groups in the file of a request; null if its rows are not grouped. */
export function exportedGroups({ grouped, summary }: TableRequest): GroupsRequest | null {
  return grouped && summary?.kind === 'groups' && summary.path.length < summary.groups.length
    ? summary
    : null;
}

/** Throws `tables.invalid_request` if the rows, or the dates, cannot be grouped. */
export function assertGroups(data: TableQuery): void {
  levelsOf(data, exportedGroups(data.context.request));
}

function levelsOf(data: TableQuery, request: GroupsRequest | null): readonly GroupLevel[] {
  const path = request?.path.length ?? 0;

  return request
    ? request.groups.slice(path).map((_group, index) => groupLevel(data, request, path + index))
    : [];
}

/**
 * Throws `tables.invalid_request` if the rows, or the dates, cannot be grouped. `exported`: names of the columns in the
 * file.
 */
export function planGroups(
  data: TableQuery,
  { format, exported }: { readonly format: ExportFileFormat; readonly exported: ReadonlySet<string> },
): ExportGroups | null {
  const request = exportedGroups(data.context.request);
  if (!request) return null;

  const { sort } = request;
  const outlined = isOutlined(format);
  const levels = levelsOf(data, request);
  const isWritten = ({ name }: TotalPlan) => outlined && exported.has(name);
  const known = groupTotals(data);
  const totals = known.filter(isWritten);
  const sorting = known.filter((total) => !isWritten(total) && total.name === sort.by);
  const counted = [...totals, ...sorting];
  const query = groupedRows(
    data.query,
    {
      levels: levels.map(({ source, name, step, ranks }, index) => ({
        column: source,
        step,
        ranks,
        isNamed: name !== null,
        source: groupSource(data, levels.slice(0, index + 1), counted),
      })),
      ...{ sort, totals: counted, rawTotals: data.table.definition.totals ?? {}, figures: outlined },
      conditions: conditionsOf(data),
      order: data.plan.order,
    },
    data.resolve,
    data.runtime.dialect,
  );

  return { levels, totals, query, outlined };
}
