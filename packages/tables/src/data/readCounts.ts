import { type Decimal, decimalText, divideDecimals, parseDecimal, shiftDecimal } from '../format/decimal.ts';
import { formatNumber } from '../format/formatNumber.ts';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import { branchesOf, conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import {
  type AggregateRow,
  branchCountQuery,
  branchTotalColumn,
  countQuery,
  queryKey,
  totalColumn,
  totalsQuery,
} from '../query/aggregateQuery.ts';
import type { Reads } from '../runtime/reads.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';
import type { TotalCount } from './totalCount.ts';

export interface Counts extends TotalCount {
  /** True if `filtered` and `totals` were computed; otherwise `filtered` equals `count`, and `totals` is empty. */
  readonly fullInfo: boolean;
  readonly filtered: number;
  readonly totals: Totals;
}

/**
 * Adds the filtered count and the totals, which are one query. Above `fullInfoRecordLimit` rows in total they are
 * omitted, unless the client sends `forceInfo`.
 */
export async function readCounts(data: TableQuery, total: TotalCount, reads: Reads): Promise<Counts> {
  const { plan, context, table } = data;
  const isNeeded = plan.filtered || plan.totals.length > 0;
  const fullInfo =
    context.request.forceInfo ||
    (!total.estimated && (!isNeeded || total.count <= table.config.fullInfoRecordLimit));

  if (!fullInfo || !isNeeded) {
    return { ...total, fullInfo, filtered: total.count, totals: {} };
  }

  const { count, totals } = await readAggregates(data, reads);

  return { ...total, fullInfo, filtered: plan.filtered ? count : total.count, totals };
}

async function readAggregates(data: TableQuery, reads: Reads) {
  const { plan, query, resolve, runtime, table } = data;
  // A raw total refers to the tables of the query, which are hidden unless the query is decomposable.
  const totals = plan.totals.filter(({ kind }) => query.decomposable || kind !== 'raw');
  const branches = totals.some(({ kind }) => kind === 'raw') ? null : branchesOf(data);
  const counted = branches
    ? branchCountQuery(runtime.db, query, branches, totals, resolve)
    : countQuery(runtime.db, query, conditionsOf(data));
  const aggregate = totalsQuery(
    counted,
    totals,
    table.definition.totals ?? {},
    branches ? branchTotalColumn(totals, resolve) : totalColumn(query, resolve),
    runtime.dialect,
  );
  const compiled = aggregate.query.compile();

  return reads.share(`aggregates\n${queryKey(compiled)}`, async (run) => {
    const [row = {}] = await run<AggregateRow>(compiled);

    return { count: Number(row.count), totals: totalsOf(table.template, totals, row, aggregate.scales) };
  });
}

type Totals = Record<string, string | number>;

/** Digits behind the decimal point of an average of a column without a number format. */
const averageScale = 6;

/** The result of a totals query as sent to clients: formatted for number columns, otherwise a plain number. */
function totalsOf(
  template: Template,
  plans: readonly TotalPlan[],
  row: AggregateRow,
  scales: readonly number[],
): Totals {
  return Object.fromEntries(
    plans.map((plan, index) => {
      const column = template.columns.find(({ name }) => name === plan.name) as TemplateColumn;
      const sum = parseDecimal(row[`sum${index}`] ?? 0) ?? { units: 0n, scale: 0 };
      const exact = shiftDecimal(sum, -(scales[index] ?? 0) - (column.meta.cents ? 2 : 0));
      const total = plan.kind === 'average' ? average(exact, row[`values${index}`]) : exact;

      return [
        plan.name,
        column.number ? formatNumber(decimalText(total), column.number) : plainNumber(total),
      ];
    }),
  );
}

function average(sum: Decimal, values: string | number | null | undefined): Decimal {
  const count = parseDecimal(values ?? 0);

  return count && count.units !== 0n ? divideDecimals(sum, count, Math.max(sum.scale, averageScale)) : sum;
}

/** A JSON number where that is exact; otherwise the digits as text. */
function plainNumber(total: Decimal): string | number {
  const text = decimalText(total)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  const double = Number(text);

  return String(double) === text ? double : text;
}
