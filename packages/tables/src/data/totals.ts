import { averageOf, type Decimal, decimalText, parseDecimal, shiftDecimal } from '../format/decimal.ts';
import { formatNumber } from '../format/formatNumber.ts';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import type { AggregateRow } from '../query/aggregateQuery.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';

export type Totals = Record<string, string | number>;

/**
 * The result of a totals query as sent to clients: formatted for number columns, otherwise a plain number. `prefix` is
 * that of the names of its results.
 */
export function totalsOf(
  template: Template,
  plans: readonly TotalPlan[],
  row: AggregateRow,
  scales: readonly number[],
  prefix = '',
): Totals {
  return Object.fromEntries(
    plans.map((plan, index) => {
      const column = template.columns.find(({ name }) => name === plan.name) as TemplateColumn;
      const sum = parseDecimal(row[`${prefix}sum${index}`] ?? 0) ?? { units: 0n, scale: 0 };
      const exact = shiftDecimal(sum, -(scales[index] ?? 0) - (column.meta.cents ? 2 : 0));
      const total = plan.kind === 'average' ? averageOf(exact, row[`${prefix}values${index}`]) : exact;

      return [
        plan.name,
        column.number ? formatNumber(decimalText(total), column.number) : plainNumber(total),
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
