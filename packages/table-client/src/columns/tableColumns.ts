import type { InitColumn } from '@rowhouse/table-protocol';
import { drawnSort, groupSortBy } from '../grouping/groupBy.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { TableState } from '../table/TableState.ts';
import { arranged, ownValue } from './columnLayout.ts';

/** The drawable columns with the user's settings, as drawn; `hidden` names those without room on the screen. */
export function tableColumns(
  columns: readonly InitColumn[],
  arrangement: Pick<TableState, 'visible' | 'sort' | 'order' | 'widths' | 'pinned' | 'groupBy' | 'groupSort'>,
  hidden: readonly string[],
): TableColumn[] {
  const { visible, order, widths, pinned } = arrangement;
  const sort = drawnSort(arrangement);
  const isByLabel = arrangement.groupSort.by === 'label';
  const isVisible = new Set(visible);
  const isHidden = new Set(hidden);

  const drawable = columns.filter(({ meta }) => !meta.rogue);

  return arranged(drawable, { order, pinned }).map((column) => {
    const index = sort.findIndex(({ name }) => name === column.name);

    return {
      ...column,
      visible: isVisible.has(column.name),
      hidden: isVisible.has(column.name) && isHidden.has(column.name),
      sort: sort[index]?.direction ?? null,
      sortPosition: index === -1 ? null : index + 1,
      canSort: column.meta.sortable || groupSortBy(column.name, arrangement.groupBy, columns) !== null,
      canUnsort:
        index !== -1 && !(isByLabel && arrangement.groupBy.some((level) => level.column === column.name)),
      width: ownValue(widths, column.name) ?? null,
      pinned: ownValue(pinned, column.name) ?? null,
    };
  });
}
