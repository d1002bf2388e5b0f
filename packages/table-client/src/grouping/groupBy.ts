import type { InitColumn } from '@rowhouse/table-protocol';
import { groupSteps, mostGroups, sortDirections } from '@rowhouse/table-protocol/internal';
import { isRecord, wordOf } from '../responses/shape.ts';
import type { GroupedColumn, GroupOrder, SortEntry, TableState } from '../table/TableState.ts';
import type { GroupChoice } from './Grouping.ts';

type Columns = readonly InitColumn[];

/** The columns that can be grouped by, in template order. */
export function groupChoices(columns: Columns): GroupChoice[] {
  return columns
    .filter(({ meta }) => meta.groupable && !meta.rogue)
    .map(({ name, label, meta }) => ({ name, label, isDate: isDate({ meta }) }));
}

const isDate = ({ meta }: Pick<InitColumn, 'meta'>) => !meta.boolean && (meta.date || meta.datetime);

/** The levels that fit the table, at most as many as the server accepts; a date without a step is grouped by month. */
export function fittingLevels(levels: readonly unknown[], columns: Columns): GroupedColumn[] {
  const choices = new Map(groupChoices(columns).map((choice) => [choice.name, choice]));
  const fitting = levels.flatMap((level): GroupedColumn[] => {
    const { column, step } = isRecord(level) ? level : {};
    const choice = typeof column === 'string' ? choices.get(column) : undefined;
    if (!choice) return [];

    return [
      choice.isDate
        ? { column: choice.name, step: wordOf(step, groupSteps, 'month') }
        : { column: choice.name },
    ];
  });
  const isFirst = (level: GroupedColumn, index: number) =>
    fitting.findIndex((other) => isSameLevel(other, level)) === index;

  return fitting.filter(isFirst).slice(0, mostGroups);
}

export function isSameLevel(one: GroupedColumn, other: GroupedColumn): boolean {
  return one.column === other.column && one.step === other.step;
}

/** Grouped columns that were stored or read from an address; those that the table no longer has are omitted. */
export function checkGroupBy(value: unknown, columns: Columns): GroupedColumn[] | null {
  return Array.isArray(value) ? fittingLevels(value, columns) : null;
}

/** True for valid sort keys of groups. */
export function sortsGroups(by: string, columns: Columns): boolean {
  return by === 'label' || by === 'count' || totalColumns(columns).some(({ name }) => name === by);
}

/** The columns whose totals the groups have. */
export function totalColumns(columns: Columns): readonly InitColumn[] {
  return columns.filter(
    ({ meta }) =>
      (meta.total || meta.average || meta.rawTotal) && !meta.rogue && !(meta.method && !meta.rawTotal),
  );
}

export function checkGroupSort(value: unknown, columns: Columns): GroupOrder | null {
  const { by, direction } = isRecord(value) ? value : {};
  const checked = wordOf(direction, sortDirections, null);

  return typeof by === 'string' && checked && sortsGroups(by, columns) ? { by, direction: checked } : null;
}

/** What a sort of a column sorts the groups by: their label, or its total; null if it sorts only the rows in the groups. */
export function groupSortBy(
  name: string,
  groupBy: readonly GroupedColumn[],
  columns: Columns,
): GroupOrder['by'] | null {
  if (groupBy.some(({ column }) => column === name)) return 'label';

  return groupBy.length > 0 && totalColumns(columns).some((column) => column.name === name) ? name : null;
}

/** The order of the drawn lines: that of the groups, then that of the rows in them. */
export function drawnSort({
  sort,
  groupBy,
  groupSort: { by, direction },
}: Pick<TableState, 'sort' | 'groupBy' | 'groupSort'>): readonly SortEntry[] {
  const byLabel = by === 'label' ? groupBy.map(({ column }) => column) : [by];
  const names = groupBy.length === 0 || by === 'count' ? [] : [...new Set(byLabel)];

  return [...names.map((name) => ({ name, direction })), ...sort.filter(({ name }) => !names.includes(name))];
}
