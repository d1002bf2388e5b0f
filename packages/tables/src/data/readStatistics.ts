import type { Statistics, StatisticsResponse } from '@rowhouse/table-protocol';
import { declaredType } from '../definition/requestRules.ts';
import { columnSource } from '../plan/columnSource.ts';
import type { ColumnSource, TotalPlan } from '../plan/QueryPlan.ts';
import { branchesOf, conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { type AggregateRow, queryKey, totalsQuery } from '../query/aggregateQuery.ts';
import { aggregateSource } from '../query/aggregateSource.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';
import { type StatisticsKind, statisticsQuery } from '../query/statisticsQuery.ts';
import { rowFormatter } from '../rows/rowFormatter.ts';
import type { Reads } from '../runtime/reads.ts';
import type { TemplateColumn } from '../template/Template.ts';
import { allowsFullInfo } from './fullInfo.ts';
import { totalsOf } from './totals.ts';

/** Reads the statistics of a column over all matching rows by one query. */
export async function readStatistics(
  data: TableQuery,
  name: string,
  reads: Reads,
): Promise<StatisticsResponse> {
  const column = data.table.template.columns.find((candidate) => candidate.name === name);
  const source = column && columnSource(data.table, column);

  if (!source || !(await allowsFullInfo(data, reads))) return { statistics: null, fullRecordInfo: false };

  return { statistics: await computeStatistics(data, column, source, reads), fullRecordInfo: true };
}

async function computeStatistics(
  data: TableQuery,
  column: TemplateColumn,
  source: ColumnSource,
  reads: Reads,
): Promise<Statistics> {
  const { query, resolve, runtime } = data;
  const { name } = column;
  const kind = statisticsKind(column, resolve(source).kind);
  const rows = { conditions: conditionsOf(data), branches: branchesOf(data) };
  const aggregates = aggregateSource(runtime.db, query, resolve, [{ name, source }], rows);
  const totals: TotalPlan[] =
    kind === 'number'
      ? [
          { name, source, kind: 'sum' },
          { name, source, kind: 'average' },
        ]
      : [];
  const [aggregated] = aggregates.columns;
  const { summaries } = runtime.dialect;
  const counted =
    aggregated && declaredType(column) === 'boolean'
      ? { kind: 'boolean' as const, expression: summaries.truth(aggregated.expression, aggregated.kind) }
      : aggregated;
  const aggregate = totalsQuery(
    statisticsQuery({ ...aggregates, columns: counted ? [counted] : [] }, kind, runtime.dialect),
    totals,
    {},
    () => aggregated ?? resolve(source),
    runtime.dialect,
  );
  const compiled = aggregate.compile();

  // Shared with requests in other languages and time zones: not formatted yet.
  const [row = {}] = await reads.share(`statistics\n${queryKey(compiled)}`, (run) =>
    run<AggregateRow>(compiled),
  );
  const [count, filled] = [Number(row.count), Number(row.filled)];
  const total = (index: number) => {
    const plan = totals[index];
    const part = { sum0: row[`sum${index}`] ?? null, values0: row[`values${index}`] ?? null };

    return plan && filled > 0 ? totalsOf(data, [plan], part)[name] || null : null;
  };
  const cell = (value: unknown) => formatted(data, name, value);

  return {
    count,
    empty: count - filled,
    distinct: Number(row.kinds),
    min: cell(row.least),
    max: cell(row.most),
    sum: total(0),
    average: total(1),
  };
}

/** By the template, otherwise by the database. */
function statisticsKind(column: TemplateColumn, kind: ColumnKind): StatisticsKind {
  const declared = declaredType(column);

  if (declared === 'date' || declared === 'number') return declared;
  if (declared !== null) return 'other';
  if (column.meta.cents || column.meta.total || column.meta.average) return 'number';
  if (kind === 'date' || kind === 'timestamp' || kind === 'timestamptz') return 'date';

  return kind === 'integer' || kind === 'decimal' || kind === 'float' ? 'number' : 'other';
}

/** A value in the format of the column's cells. */
function formatted(data: TableQuery, name: string, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;

  const row = { [name]: value };
  rowFormatter(data, data.context.timeZone)(row);
  const cell: unknown = row[name];

  if (cell === null || cell === undefined) return null;

  return typeof cell === 'number' && Number.isFinite(cell)
    ? cell
    : cell instanceof Date
      ? cell.toISOString()
      : String(cell);
}
