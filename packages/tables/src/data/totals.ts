import { averageOf, type Decimal, decimalText, shiftDecimal, sumOf } from '../format/decimal.ts';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import type { AggregateRow } from '../query/aggregateQuery.ts';
import { formatStored } from '../rows/rowFormatter.ts';
import { type StoredColumns, storedColumn } from '../rows/storedColumn.ts';
import type { TemplateColumn } from '../template/Template.ts';

export type Totals = Record<string, string | number>;

/**
 * The result of a totals query as sent to clients: formatted for number columns, otherwise a plain number; an empty
 * text if it cannot be summed exactly. `prefix` is that of the names of its results.
 */
export function totalsOf(
  columns: StoredColumns,
  plans: readonly TotalPlan[],
  row: AggregateRow,
  prefix = '',
): Totals {
  return Object.fromEntries(
    plans.map((plan, index) => {
      const column = columns.table.template.columns.find(({ name }) => name === plan.name) as TemplateColumn;
      const sum = sumOf(row[`${prefix}sum${index}`]);
      if (sum === null) return [plan.name, ''];
      const exact = column.meta.cents ? shiftDecimal(sum, -2) : sum;
      const total = plan.kind === 'average' ? averageOf(exact, row[`${prefix}values${index}`]) : exact;

      return [
        plan.name,
        column.number
          ? formatStored(decimalText(total), column.number, {
              scale: plan.kind === 'average' ? null : storedColumn(plan.name.split('.'), columns).scale,
            })
          : plainNumber(total),
      ];
    }),
  );
}

/** A JSON number if that is exact; otherwise the digits as text. */
function plainNumber(total: Decimal): string | number {
  const text = decimalText(total)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  const double = Number(text);

  return String(double) === text ? double : text;
}
