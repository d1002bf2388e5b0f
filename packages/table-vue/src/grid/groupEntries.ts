import type { TableColumn, TableController } from '@rowhouse/table-client';
import { groupSteps, mostGroups } from '@rowhouse/table-protocol/internal';

const stepTexts = {
  day: 'Group by day',
  week: 'Group by week',
  month: 'Group by month',
  quarter: 'Group by quarter',
  year: 'Group by year',
} as const;

/** An entry of a header's menu. */
interface GroupEntry {
  readonly text: string;
  readonly apart?: boolean;
  readonly disabled?: boolean;
  run(): void;
}

/** Groups by a column if the template allows it, or removes the grouping. */
export function groupEntries(table: TableController, { name }: TableColumn): Record<string, GroupEntry> {
  const choice = table.groupChoices.find((one) => one.name === name);
  if (!choice) return {};

  const levels = table.groupBy.filter(({ column }) => column === name);
  const isFull = table.groupBy.length === mostGroups;
  const adding: [string, GroupEntry][] = choice.isDate
    ? groupSteps.map((step, index) => [
        `group-${step}`,
        {
          text: stepTexts[step],
          apart: index === 0,
          disabled: isFull || levels.some((level) => level.step === step),
          run: () => table.addGroup(name, step),
        },
      ])
    : [
        [
          'group',
          {
            text: 'Group by this column',
            apart: true,
            disabled: isFull || levels.length > 0,
            run: () => table.addGroup(name),
          },
        ],
      ];
  const ungroup = { text: 'Do not group by this column', run: () => table.removeGroup(name) };

  return { ...Object.fromEntries(adding), ...(levels.length > 0 && { ungroup }) };
}
