import type { FilterValue } from '@rowhouse/table-protocol/internal';
import type { Table } from '../definition/Table.ts';
import { stepEnd } from '../format/dateSteps.ts';
import type { GroupRequest, PathKey, SummaryRequest } from '../request/SummaryRequest.ts';
import type { FilterRequest } from '../request/TableRequest.ts';
import type { TemplateColumn } from '../template/Template.ts';
import { columnSource } from './columnSource.ts';
import type { ColumnSource, FilterPlan } from './QueryPlan.ts';

/** The opened groups of a request as filters: a step of dates is a range, which can use an index. */
export function planGroupPath(table: Table, summary: SummaryRequest | null): FilterPlan[] {
  if (summary?.kind !== 'groups') return [];

  return summary.path.flatMap((key, index): FilterPlan[] => {
    const group = summary.groups[index];
    const column = group && table.template.columns.find(({ name }) => name === group.column);
    const source = column && (isLabel(key) ? columnSource(table, column) : keySource(table, column, group));

    return source
      ? [
          {
            kind: 'condition',
            member: 'meta.groupPath',
            negated: false,
            source,
            operator: table.template.comparisonOperator,
            filter: keyFilter(column.data ?? column.name, group, key),
            isStep: group.step !== null,
          },
        ]
      : [];
  });
}

/** Source of the keys of a column's groups: those of the records that it names, or its own values. */
export function keySource(
  table: Table,
  column: TemplateColumn,
  { record }: Pick<GroupRequest, 'record'>,
): ColumnSource | null {
  if (record === undefined) return columnSource(table, column);
  const [first = '', ...others] = record;

  return others.length === 0 ? { kind: 'data', data: first } : { kind: 'key', columns: record };
}

function isLabel(key: PathKey): key is Exclude<PathKey, FilterValue> {
  return typeof key === 'object' && key !== null;
}

function keyFilter(data: string, { type, step }: GroupRequest, key: PathKey): FilterRequest {
  if (isLabel(key)) return { kind: 'in', data, type: 'string', values: [key.label] };

  return step !== null && key !== null
    ? { kind: 'interval', data, type, min: String(key), max: stepEnd(String(key), step) }
    : { kind: 'in', data, type, values: [key] };
}
