import { createDateFormatter, type Group, type GroupsResponse } from '@rowhouse/table-protocol';
import { pagination } from '@rowhouse/table-protocol/internal';
import { stepLabel } from '../format/dateSteps.ts';
import { fromCents } from '../format/decimal.ts';
import { groupThousands } from '../format/formatNumber.ts';
import { type GroupLevel, groupLevel, groupSource, groupTotals } from '../prepare/groupLevel.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type AggregateRow, queryKey } from '../query/aggregateQuery.ts';
import { groupQuery } from '../query/groupQuery.ts';
import type { GroupsRequest } from '../request/SummaryRequest.ts';
import { formatStored } from '../rows/rowFormatter.ts';
import { type StoredColumn, storedColumn } from '../rows/storedColumn.ts';
import type { Reads } from '../runtime/reads.ts';
import type { Template } from '../template/Template.ts';
import { columnValue, labelOf } from './columnValue.ts';
import { allowsFullInfo } from './fullInfo.ts';
import { readAggregates } from './readCounts.ts';
import { type Totals, totalsOf } from './totals.ts';

/** The groups below the path of a request: one page of them, with their totals and the totals of all groups. */
export async function readGroups(
  data: TableQuery,
  request: GroupsRequest,
  reads: Reads,
): Promise<GroupsResponse> {
  const level = groupLevel(data, request, request.path.length);

  if (!(await allowsFullInfo(data, reads))) return response(data, null);

  const page = await readLevel(data, level, request, data.plan.start, data.plan.length, reads);
  if (page.groups.length > 0 || data.plan.start === 0) return response(data, page);

  // The page is after the last group; the values for all groups are returned with any group.
  const first = await readLevel(data, level, request, 0, 1, reads);

  return response(data, { ...first, groups: [] });
}

interface LevelPage {
  readonly groups: Group[];
  /** Of all groups of the level. */
  readonly count: number;
  readonly rows: number;
  readonly total: Totals;
}

async function readLevel(
  data: TableQuery,
  level: GroupLevel,
  { sort }: GroupsRequest,
  offset: number,
  limit: number,
  reads: Reads,
): Promise<LevelPage> {
  const { resolve, runtime, table } = data;
  const totals = groupTotals(data);
  const query = groupQuery(
    {
      source: groupSource(data, [level], totals),
      step: level.step,
      totals,
      sort,
      offset,
      limit,
      rawTotals: table.definition.totals ?? {},
      ranks: level.ranks,
      isNamed: level.name !== null,
    },
    runtime.dialect,
  );
  const compiled = query.compile(runtime.db);
  const isRaw = totals.some(({ kind }) => kind === 'raw');
  const [rows, whole] = await Promise.all([
    reads.share(`groups\n${queryKey(compiled)}`, (run) => run<AggregateRow>(compiled)),
    isRaw ? readAggregates(data, reads) : null,
  ]);
  const { kind } = resolve(level.source);
  const named = level.name && resolve(level.name);
  const [first = {}] = rows;
  const label = labelFor(level, storedColumn(level.column.name.split('.'), data), table.template);

  return {
    groups: rows.map((row) => {
      const value = columnValue(row.value, level.group.type, kind);

      return {
        value,
        label: label(named ? columnValue(row.name, 'string', named.kind) : value),
        count: Number(row.count),
        total: totalsOf(data, totals, row),
        ...(named && value !== null && row.name !== null && Number(row.namesakes) > 1 && { ambiguous: true }),
      };
    }),
    count: Number(first.kinds ?? 0),
    rows: Number(first.whole ?? 0),
    total: whole
      ? Object.fromEntries(totals.map(({ name }) => [name, whole.value.totals[name] ?? 0]))
      : totalsOf(data, totals, first, 'whole'),
  };
}

/** The display text of a group's value. */
function labelFor(
  { group: { step }, column: { number, meta, dateFormat }, labels }: GroupLevel,
  stored: StoredColumn,
  template: Template,
): (value: Group['value']) => string | null {
  if (step !== null) {
    const format = meta.date ? dateFormat : null;
    const formatter = createDateFormatter(format ?? template.dateFormat, 'UTC');

    return (value) => {
      if (value === null) return null;
      const [year = 0, month = 0, day = 0] = String(value).split('-').map(Number);

      return step === 'day' ? formatter.formatCalendarDate(year, month, day) : stepLabel(String(value), step);
    };
  }

  return (value) => {
    if (value === null || (!number && !meta.cents)) return labelOf(value, labels);
    const amount = meta.cents ? fromCents(value) : value;

    return number ? formatStored(amount, number, stored) : String(amount);
  };
}

function response({ plan }: TableQuery, page: LevelPage | null): GroupsResponse {
  const { groups, count, rows, total } = page ?? { groups: [], count: 0, rows: 0, total: {} };

  return {
    groups,
    count,
    formattedCount: groupThousands(String(count), ','),
    filtered: rows,
    formattedFiltered: groupThousands(String(rows), ','),
    total,
    fullRecordInfo: page !== null,
    pagination: pagination(plan.start, plan.length, page && count),
  };
}
