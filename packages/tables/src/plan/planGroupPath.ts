import type { FilterValue } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import { stepEnd } from '../format/dateSteps.ts';
import type { GroupRequest, SummaryRequest } from '../request/SummaryRequest.ts';
import type { FilterRequest } from '../request/TableRequest.ts';
import { columnSource } from './columnSource.ts';
import type { FilterPlan } from './QueryPlan.ts';

/** The opened groups of a request as filters: a step of dates is a range, which can use an index. */
export function planGroupPath(table: Table, summary: SummaryRequest | null): FilterPlan[] {
  if (summary?.kind !== 'groups') return [];

  return summary.path.flatMap((value, index): FilterPlan[] => {
    const group = summary.groups[index];
    const column = group && table.template.columns.find(({ name }) => name === group.column);
    const source = column && columnSource(table, column);

    return source
      ? [
          {
            kind: 'condition',
            member: 'meta.groupPath',
            negated: false,
            source,
            operator: table.template.comparisonOperator,
            filter: keyFilter(column.data ?? column.name, group, value),
            isStep: group.step !== null,
          },
        ]
      : [];
  });
}

function keyFilter(data: string, { type, step }: GroupRequest, value: FilterValue): FilterRequest {
  return step !== null && value !== null
    ? { kind: 'interval', data, type, min: String(value), max: stepEnd(String(value), step) }
    : { kind: 'in', data, type, values: [value] };
}
