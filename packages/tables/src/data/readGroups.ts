import { createDateFormatter, type Group, type GroupsResponse, pagination } from '@rowhouse/table-protocol';
import { TableError } from '../errors.ts';
import { stepLabel } from '../format/dateSteps.ts';
import { fromCents } from '../format/decimal.ts';
import { formatNumber, groupThousands } from '../format/formatNumber.ts';
import { columnSource } from '../plan/columnSource.ts';
import type { ColumnSource, TotalPlan } from '../plan/QueryPlan.ts';
import { branchesOf, conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { type AggregateRow, queryKey } from '../query/aggregateQuery.ts';
import { aggregateSource, directSource } from '../query/aggregateSource.ts';
import { groupQuery } from '../query/groupQuery.ts';
import type { GroupRequest, GroupsRequest } from '../request/SummaryRequest.ts';
import type { Reads } from '../runtime/reads.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';
import { columnValue, labelOf } from './columnValue.ts';
import { allowsFullInfo } from './fullInfo.ts';
import { readAggregates } from './readCounts.ts';
import { type Totals, totalsOf } from './totals.ts';

/** The groups below the path of a request: one page of them, with their totals and those of all of them. */
export async function readGroups(
  data: TableQuery,
  request: GroupsRequest,
  reads: Reads,
): Promise<GroupsResponse> {
  const level = levelOf(data, request);

  if (!(await allowsFullInfo(data, reads))) return response(data, null);

  const page = await readLevel(data, level, request, data.plan.start, data.plan.length, reads);
  if (page.groups.length > 0 || data.plan.start === 0) return response(data, page);

  // The page is behind the last group; what is known of all groups comes with any of them.
  const first = await readLevel(data, level, request, 0, 1, reads);

  return response(data, { ...first, groups: [] });
}

/** The column by which the next groups are made. */
interface Level {
  readonly group: GroupRequest;
  readonly column: TemplateColumn;
  readonly source: ColumnSource;
}

const dateKinds: readonly string[] = ['date', 'timestamp', 'timestamptz'];

/** Throws `tables.invalid_request` where the rows, or the dates, cannot be grouped. */
function levelOf({ table, query, resolve }: TableQuery, { groups, path }: GroupsRequest): Level {
  const field = `meta.groups.${path.length}.column`;
  const group = groups[path.length];
  const column = table.template.columns.find(({ name }) => name === group?.column);
  const source = column && columnSource(table, column);
  const refuse = (problem: string): never => {
    throw new TableError('tables.invalid_request', `${field}: ${problem}`, {
      fields: { [field]: [problem] },
    });
  };

  if (!group || !source) return refuse('The column is not in the query; choose another one.');
  if (!query.decomposable) {
    return refuse('The rows of this table are groups or distinct already; leave the groups out.');
  }
  if (group.step !== null && !dateKinds.includes(resolve(source).kind)) {
    return refuse(`The database does not have dates for "${group.column}"; choose another column.`);
  }

  return { group, column, source };
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
  level: Level,
  { sort }: GroupsRequest,
  offset: number,
  limit: number,
  reads: Reads,
): Promise<LevelPage> {
  const { context, resolve, runtime, table } = data;
  const totals = data.plan.totals.filter(({ name }) => table.rules.summaries.totals.has(name));
  const step = level.group.step && { unit: level.group.step, timeZone: context.timeZone };
  const labels = level.column.enum === null ? undefined : table.enums[level.column.enum];
  const { query, scales } = groupQuery(
    {
      ...{ source: sourceOf(data, level, totals), step, totals, sort, offset, limit },
      rawTotals: table.definition.totals ?? {},
      ranks: labels ? byLabel(labels) : [],
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
  const [first = {}] = rows;
  const label = labelFor(level, labels, table.template);

  return {
    groups: rows.map((row) => {
      const value = columnValue(row.value, level.group.type, kind);

      return {
        value,
        label: label(value),
        count: Number(row.count),
        total: totalsOf(table.template, totals, row, scales),
      };
    }),
    count: Number(first.kinds ?? 0),
    rows: Number(first.whole ?? 0),
    total: whole
      ? Object.fromEntries(totals.map(({ name }) => [name, whole.totals[name] ?? 0]))
      : totalsOf(table.template, totals, first, scales, 'whole'),
  };
}

function sourceOf(data: TableQuery, { column, source }: Level, totals: readonly TotalPlan[]) {
  const { query, resolve, runtime } = data;
  const columns = [
    { name: column.name, source },
    // A total in SQL of the definition has no column; another one keeps its place.
    ...totals.map((total) => ({ name: total.name, source: total.kind === 'raw' ? source : total.source })),
  ];
  const conditions = conditionsOf(data);

  return totals.some(({ kind }) => kind === 'raw')
    ? directSource(query, resolve, columns, { conditions })
    : aggregateSource(runtime.db, query, resolve, columns, { conditions, branches: branchesOf(data) });
}

/** Not by the language of the process, which may differ between two processes. */
const collator = new Intl.Collator('en');

function byLabel(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels)
    .sort(([, a], [, b]) => collator.compare(a, b))
    .map(([key]) => key);
}

/** What a person reads for the value of a group. */
function labelFor(
  { group: { step }, column: { number, meta, dateFormat } }: Level,
  labels: Readonly<Record<string, string>> | undefined,
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

    return number ? formatNumber(amount, number) : String(amount);
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
